module myriarch.dev/scripts/component-fields

go 1.25.0

require (
	go.opentelemetry.io/collector/component v1.55.0
	go.opentelemetry.io/collector/confmap v1.55.0
	go.opentelemetry.io/collector/connector v0.149.0
	go.opentelemetry.io/collector/exporter v1.55.0
	go.opentelemetry.io/collector/extension v1.55.0
	go.opentelemetry.io/collector/processor v1.55.0
	go.opentelemetry.io/collector/receiver v1.55.0
)
