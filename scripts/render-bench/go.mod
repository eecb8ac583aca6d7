module example.org/render-bench

go 1.25

require go.yaml.in/yaml/v3 v3.0.4
