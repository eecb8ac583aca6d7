// Renders the quickstart repository in Go, as far as it needs: the counterpart of RenderBench.
//
//	render-bench FOLDER AGENTS SECONDS distinct|shared
//
// It prints one line of JSON with the renders per CPU second and a hash over all configurations,
// which must be that of RenderBench. It merges, evaluates and writes; unlike the server it neither
// checks parameters nor the result.
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"text/template"
	"time"

	"go.yaml.in/yaml/v3"
)

type object struct {
	Kind     string
	Metadata struct {
		Name   string
		Labels map[string]string
	}
	Spec struct {
		Extends    string
		Parameters yaml.Node
		Config     map[string]any
		Fragments  []fragment
		Remove     []string
		Blueprint  string
		Entries    []entry
	}
}

type fragment struct {
	Name, When string
	Config     map[string]any
	Remove     []string
	condition  *compiled
}

type parameter struct {
	Name          string
	Default       any
	FromAttribute string `yaml:"fromAttribute"`
}

type entry struct {
	Selector struct {
		MatchAttributes  map[string]string `yaml:"matchAttributes"`
		MatchExpressions []struct {
			Key, Operator string
			Values        []string
		} `yaml:"matchExpressions"`
	}
	Parameters map[string]any
}

// compiled is a template that is parsed once.
type compiled struct {
	template *template.Template
	whole    bool
}

type agent struct {
	fleet      string
	attributes map[string]string
}

type renderer struct {
	objects     map[string]object
	parameters  map[string]map[string]parameter
	fleetValues map[string]map[string]any
	entries     []entry
}

var functions = template.FuncMap{
	"div": func(a, b int) int { return a / b },
	"toJson": func(value any) (string, error) {
		text, err := json.Marshal(value)
		return string(text), err
	},
}

func compile(text string) *compiled {
	trimmed := strings.TrimSpace(text)
	whole := strings.HasPrefix(trimmed, "[[") && strings.HasSuffix(trimmed, "]]") &&
		strings.Count(trimmed, "[[") == 1
	if whole {
		text = "[[ toJson (" + trimmed[2:len(trimmed)-2] + ") ]]"
	}
	parsed, err := template.New("").Delims("[[", "]]").Option("missingkey=error").Funcs(functions).Parse(text)
	check(err)
	return &compiled{parsed, whole}
}

// prepare replaces the texts with templates by their compiled form.
func prepare(value any) any {
	switch v := value.(type) {
	case map[string]any:
		for key, element := range v {
			v[key] = prepare(element)
		}
	case []any:
		for i, element := range v {
			v[i] = prepare(element)
		}
	case string:
		if strings.Contains(v, "[[") {
			return compile(v)
		}
	}
	return value
}

func load(folder string) *renderer {
	r := &renderer{map[string]object{}, map[string]map[string]parameter{}, map[string]map[string]any{}, nil}
	check(filepath.Walk(folder, func(path string, info os.FileInfo, err error) error {
		if err != nil || info.IsDir() || !strings.HasSuffix(path, ".yaml") {
			return err
		}
		content, err := os.ReadFile(path)
		check(err)
		decoder := yaml.NewDecoder(bytes.NewReader(content))
		for {
			var o object
			if decoder.Decode(&o) != nil {
				return nil
			}
			r.add(o)
		}
	}))
	return r
}

func (r *renderer) add(o object) {
	switch o.Kind {
	case "Inventory":
		r.entries = append(r.entries, o.Spec.Entries...)
	case "Fleet":
		values := map[string]any{}
		if o.Spec.Parameters.Kind != 0 {
			check(o.Spec.Parameters.Decode(&values))
		}
		r.fleetValues[o.Metadata.Name] = values
	case "Blueprint":
		var declared []parameter
		if o.Spec.Parameters.Kind != 0 {
			check(o.Spec.Parameters.Decode(&declared))
		}
		byName := map[string]parameter{}
		for _, p := range declared {
			byName[p.Name] = p
		}
		r.parameters[o.Metadata.Name] = byName
		prepare(o.Spec.Config)
		for i := range o.Spec.Fragments {
			prepare(o.Spec.Fragments[i].Config)
			if when := o.Spec.Fragments[i].When; when != "" {
				o.Spec.Fragments[i].condition = compile(when)
			}
		}
	}
	r.objects[o.Kind+"/"+o.Metadata.Name] = o
}

func (c *compiled) evaluate(data map[string]any) any {
	var out bytes.Buffer
	check(c.template.Execute(&out, data))
	if !c.whole {
		return out.String()
	}
	decoder := json.NewDecoder(&out)
	decoder.UseNumber()
	var value any
	check(decoder.Decode(&value))
	return plain(value)
}

func plain(value any) any {
	switch v := value.(type) {
	case json.Number:
		if i, err := strconv.ParseInt(v.String(), 10, 64); err == nil {
			return i
		}
		f, err := v.Float64()
		check(err)
		return f
	case []any:
		for i := range v {
			v[i] = plain(v[i])
		}
	case map[string]any:
		for key := range v {
			v[key] = plain(v[key])
		}
	}
	return value
}

// merge copies the maps that it changes, because the layers are shared.
func merge(base, overlay map[string]any) map[string]any {
	merged := make(map[string]any, len(base)+len(overlay))
	for key, value := range base {
		merged[key] = value
	}
	for key, value := range overlay {
		below, isMap := merged[key].(map[string]any)
		above, both := value.(map[string]any)
		if isMap && both {
			merged[key] = merge(below, above)
		} else {
			merged[key] = value
		}
	}
	return merged
}

func remove(tree map[string]any, paths []string) map[string]any {
	for _, path := range paths {
		tree = removeKeys(tree, strings.Split(path, "::"))
	}
	return tree
}

func removeKeys(tree map[string]any, keys []string) map[string]any {
	value, there := tree[keys[0]]
	if !there {
		return tree
	}
	smaller := make(map[string]any, len(tree))
	for key, element := range tree {
		smaller[key] = element
	}
	if len(keys) == 1 {
		delete(smaller, keys[0])
	} else if child, isMap := value.(map[string]any); isMap {
		smaller[keys[0]] = removeKeys(child, keys[1:])
	}
	return smaller
}

func evaluate(value any, data map[string]any) any {
	switch v := value.(type) {
	case map[string]any:
		evaluated := make(map[string]any, len(v))
		for key, element := range v {
			evaluated[key] = evaluate(element, data)
		}
		return evaluated
	case []any:
		evaluated := make([]any, len(v))
		for i, element := range v {
			evaluated[i] = evaluate(element, data)
		}
		return evaluated
	case *compiled:
		return v.evaluate(data)
	}
	return value
}

func (e entry) matches(attributes map[string]string) bool {
	for key, value := range e.Selector.MatchAttributes {
		if attributes[key] != value {
			return false
		}
	}
	for _, expression := range e.Selector.MatchExpressions {
		if expression.Operator != "In" {
			panic("the quickstart uses more operators than this program knows")
		}
		found := false
		for _, value := range expression.Values {
			found = found || attributes[expression.Key] == value
		}
		if !found {
			return false
		}
	}
	return true
}

func (r *renderer) render(a agent) []byte {
	fleet := r.objects["Fleet/"+a.fleet]
	var chain []object
	for name := fleet.Spec.Blueprint; name != ""; name = chain[0].Spec.Extends {
		chain = append([]object{r.objects["Blueprint/"+name]}, chain...)
	}
	values := map[string]any{}
	for _, layer := range chain {
		for name, p := range r.parameters[layer.Metadata.Name] {
			values[name] = p.Default
			if value, given := r.fleetValues[a.fleet][name]; given {
				values[name] = value
			}
			if value, given := a.attributes[p.FromAttribute]; given {
				values[name] = value
			}
		}
	}
	for _, e := range r.entries {
		if e.matches(a.attributes) {
			for name, value := range e.Parameters {
				if _, declared := values[name]; declared {
					values[name] = value
				}
			}
		}
	}
	data := map[string]any{
		"params":    values,
		"agent":     map[string]any{"id": "", "attributes": a.attributes},
		"fleet":     map[string]any{"name": a.fleet, "labels": fleet.Metadata.Labels},
		"blueprint": map[string]any{"name": fleet.Spec.Blueprint},
	}
	tree := map[string]any{}
	for _, layer := range chain {
		tree = merge(tree, layer.Spec.Config)
		for _, f := range layer.Spec.Fragments {
			if f.condition == nil || f.condition.evaluate(data) == true {
				tree = remove(merge(tree, f.Config), f.Remove)
			}
		}
		tree = remove(tree, layer.Spec.Remove)
	}
	var out bytes.Buffer
	encoder := yaml.NewEncoder(&out)
	encoder.SetIndent(2)
	check(encoder.Encode(evaluate(tree, data)))
	check(encoder.Close())
	return out.Bytes()
}

// agents are those of RenderBench.
func agents(count int, distinct bool) []agent {
	fleets := []string{"linux-hosts", "windows-hosts", "k8s-gateways"}
	systems := []string{"linux", "windows", "linux"}
	sites := []string{"edge", "datacenter", "kubernetes"}
	made := make([]agent, count)
	for i := range made {
		environment := "env-" + strconv.Itoa(i%4)
		if distinct {
			environment = "env-" + strconv.Itoa(i)
		}
		made[i] = agent{fleets[i%3], map[string]string{
			"service.name":    "otelcol-contrib",
			"service.version": "0.149.0",
			"host.name":       "host-" + strconv.Itoa(i),
			"os.type":         systems[i%3],
			"site.type":       sites[i%3],
			"env":             environment,
		}}
	}
	return made
}

func cpu() time.Duration {
	var usage syscall.Rusage
	check(syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	count, err := strconv.Atoi(os.Args[2])
	check(err)
	seconds, err := strconv.Atoi(os.Args[3])
	check(err)
	r := load(os.Args[1])
	all := agents(count, os.Args[4] == "distinct")
	digest := sha256.New()
	configurations := map[string]bool{}
	for _, a := range all {
		hash := sha256.Sum256(r.render(a))
		digest.Write(hash[:])
		configurations[string(hash[:])] = true
	}
	limit := time.Duration(seconds) * time.Second
	for start := cpu(); cpu()-start < limit; {
		for _, a := range all {
			sha256.Sum256(r.render(a))
		}
	}
	renders := 0
	start := cpu()
	for cpu()-start < limit {
		for _, a := range all {
			sha256.Sum256(r.render(a))
		}
		renders += count
	}
	used := (cpu() - start).Seconds()
	fmt.Printf("{\"program\":\"go\",\"agents\":%d,\"configurations\":%d,\"rendersPerCpuSecond\":%.0f,\"hash\":\"%s\"}\n",
		count, len(configurations), float64(renders)/used, hex.EncodeToString(digest.Sum(nil)))
}
