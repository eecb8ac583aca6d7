// Command component-fields prints, as JSON, which settings the components of a collector release
// take. It reads them off the default configurations of the component factories, so that it knows
// exactly what the collector's own decoder knows: the fields behind the mapstructure tags.
//
// scripts/describe-components runs it: that writes factories.go, which registers the factories of
// modules.txt, and sets their versions in go.mod.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"sort"

	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/connector"
	"go.opentelemetry.io/collector/exporter"
	"go.opentelemetry.io/collector/extension"
	"go.opentelemetry.io/collector/processor"
	"go.opentelemetry.io/collector/receiver"
)

// registration is a factory and the module that it comes from.
type registration struct {
	module  string
	factory component.Factory
}

// registered is filled by factories.go.
var registered []registration

// description is one component.
type description struct {
	Kind            string            `json:"kind"`
	Type            string            `json:"type"`
	DeprecatedAlias string            `json:"deprecatedAlias,omitempty"`
	Module          string            `json:"module"`
	Stability       map[string]string `json:"stability"`
	Config          *field            `json:"config"`
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: component-fields VERSION > FILE")
		os.Exit(2)
	}
	var components []description
	for _, each := range registered {
		components = append(components, describe(each))
	}
	sort.Slice(components, func(i, j int) bool {
		if components[i].Kind != components[j].Kind {
			return components[i].Kind < components[j].Kind
		}
		return components[i].Type < components[j].Type
	})
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	err := out.Encode(map[string]any{"version": os.Args[1], "components": components})
	if err != nil {
		fmt.Fprintln(os.Stderr, "component-fields:", err)
		os.Exit(1)
	}
}

func describe(each registration) description {
	kind, stability := signals(each.factory)
	result := description{
		Kind:      kind,
		Type:      each.factory.Type().String(),
		Module:    each.module,
		Stability: map[string]string{},
		Config:    fieldsOf(each.factory.CreateDefaultConfig()),
	}
	for signal, level := range stability {
		if level != component.StabilityLevelUndefined {
			result.Stability[signal] = level.String()
		}
	}
	if renamed, ok := each.factory.(interface{ DeprecatedAlias() component.Type }); ok {
		if alias := renamed.DeprecatedAlias(); alias != (component.Type{}) {
			result.DeprecatedAlias = alias.String()
		}
	}
	return result
}

// signals tells the kind of a factory and how stable each signal is; one that is undefined is not
// handled. Profiles are not asked for: their factories are experimental.
func signals(factory component.Factory) (string, map[string]component.StabilityLevel) {
	switch f := factory.(type) {
	case connector.Factory:
		return "connector", map[string]component.StabilityLevel{
			"traces_to_traces":   f.TracesToTracesStability(),
			"traces_to_metrics":  f.TracesToMetricsStability(),
			"traces_to_logs":     f.TracesToLogsStability(),
			"metrics_to_traces":  f.MetricsToTracesStability(),
			"metrics_to_metrics": f.MetricsToMetricsStability(),
			"metrics_to_logs":    f.MetricsToLogsStability(),
			"logs_to_traces":     f.LogsToTracesStability(),
			"logs_to_metrics":    f.LogsToMetricsStability(),
			"logs_to_logs":       f.LogsToLogsStability(),
		}
	case receiver.Factory:
		return "receiver", perSignal(f)
	case processor.Factory:
		return "processor", perSignal(f)
	case exporter.Factory:
		return "exporter", perSignal(f)
	case extension.Factory:
		return "extension", map[string]component.StabilityLevel{"extension": f.Stability()}
	default:
		panic(fmt.Sprintf("%s is a factory of no known kind", factory.Type()))
	}
}

type stable interface {
	TracesStability() component.StabilityLevel
	MetricsStability() component.StabilityLevel
	LogsStability() component.StabilityLevel
}

func perSignal(f stable) map[string]component.StabilityLevel {
	return map[string]component.StabilityLevel{
		"traces":  f.TracesStability(),
		"metrics": f.MetricsStability(),
		"logs":    f.LogsStability(),
	}
}
