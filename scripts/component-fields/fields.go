package main

import (
	"encoding"
	"reflect"
	"strings"
	"time"

	"go.opentelemetry.io/collector/confmap"
)

const (
	optionalPackage = "go.opentelemetry.io/collector/config/configoptional"
	opaquePackage   = "go.opentelemetry.io/collector/config/configopaque"
)

var (
	durationType = reflect.TypeFor[time.Duration]()
	textType     = reflect.TypeFor[encoding.TextUnmarshaler]()
	confmapType  = reflect.TypeFor[confmap.Unmarshaler]()
)

// field is what one key takes.
type field struct {
	Type    string            `json:"type"`
	Default any               `json:"default,omitempty"`
	Secret  bool              `json:"secret,omitempty"`
	Custom  bool              `json:"custom,omitempty"`
	Fields  map[string]*field `json:"fields,omitempty"`
	Items   *field            `json:"items,omitempty"`
}

// fieldsOf describes a default configuration, a pointer to a struct as a rule.
func fieldsOf(config any) *field {
	value := reflect.ValueOf(config)
	return (&walk{open: map[reflect.Type]bool{}}).describe(value.Type(), value)
}

// walk remembers the structs that it is inside of: some contain themselves.
type walk struct {
	open map[reflect.Type]bool
}

// describe takes a type and, where there is one, the default value; else the zero Value.
func (w *walk) describe(t reflect.Type, v reflect.Value) *field {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
		if v.IsValid() {
			v = v.Elem() // the zero Value when the pointer is nil
		}
	}
	if t.PkgPath() == optionalPackage && strings.HasPrefix(t.Name(), "Optional[") {
		return w.describe(optional(t, v))
	}
	result := &field{
		Secret: t.PkgPath() == opaquePackage && t.Kind() == reflect.String,
		// A part that decodes itself may take keys that no tag tells.
		Custom: reflect.PointerTo(t).Implements(confmapType),
	}
	switch {
	case t == durationType:
		result.Type = "duration"
		result.setDefault(v, func() any { return time.Duration(v.Int()).String() })
	case reflect.PointerTo(t).Implements(textType):
		result.Type = "string"
		result.setDefault(v, func() any { return text(v) })
	default:
		w.describeKind(result, t, v)
	}
	return result
}

// optional unwraps a configoptional.Optional[T], which hides its value behind methods.
func optional(t reflect.Type, v reflect.Value) (reflect.Type, reflect.Value) {
	get, found := reflect.PointerTo(t).MethodByName("Get")
	if !found {
		panic(t.String() + " has no method Get any more")
	}
	inner := get.Type.Out(0).Elem()
	// Get gives nothing for a part that is off by default, although that has defaults.
	hidden := v
	if hidden.IsValid() {
		hidden = v.FieldByName("value")
	}
	return inner, hidden
}

func (w *walk) describeKind(result *field, t reflect.Type, v reflect.Value) {
	switch t.Kind() {
	case reflect.Bool:
		result.Type = "bool"
		result.setDefault(v, func() any { return v.Bool() })
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		result.Type = "int"
		result.setDefault(v, func() any { return v.Int() })
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		result.Type = "uint"
		result.setDefault(v, func() any { return v.Uint() })
	case reflect.Float32, reflect.Float64:
		result.Type = "float"
		result.setDefault(v, func() any { return v.Float() })
	case reflect.String:
		result.Type = "string"
		if v.IsValid() && v.String() != "" && !result.Secret {
			result.Default = v.String()
		}
	case reflect.Slice, reflect.Array:
		result.Type = "list"
		result.Items = w.describe(t.Elem(), reflect.Value{})
	case reflect.Map:
		result.Type = "map"
		result.Items = w.describe(t.Elem(), reflect.Value{})
	case reflect.Struct:
		result.Type = "object"
		if !w.open[t] {
			w.open[t] = true
			w.collect(result, t, v)
			delete(w.open, t)
		}
	default:
		result.Type = "any"
	}
}

// collect adds the keys of a struct, and those of the structs that are squashed into it.
func (w *walk) collect(result *field, t reflect.Type, v reflect.Value) {
	for i := range t.NumField() {
		member := t.Field(i)
		tag, options, _ := strings.Cut(member.Tag.Get("mapstructure"), ",")
		var value reflect.Value
		if v.IsValid() {
			value = v.Field(i)
		}
		switch {
		case tag == "-" || (!member.IsExported() && !member.Anonymous):
		case member.Anonymous && member.Type.Kind() == reflect.Interface && tag == "":
			// What stands there decides about the keys, and only code of its own can tell.
			result.Custom = true
		case strings.Contains(options, "remain"):
			result.Custom = true
		case strings.Contains(options, "squash"):
			w.squash(result, member.Type, value)
		case member.IsExported() && isKey(member.Type):
			if tag == "" {
				tag = strings.ToLower(member.Name)
			}
			if result.Fields == nil {
				result.Fields = map[string]*field{}
			}
			result.Fields[tag] = w.describe(member.Type, value)
		}
	}
}

func (w *walk) squash(result *field, t reflect.Type, v reflect.Value) {
	inner := w.describe(t, v)
	result.Custom = result.Custom || inner.Custom
	for key, each := range inner.Fields {
		if result.Fields == nil {
			result.Fields = map[string]*field{}
		}
		result.Fields[key] = each
	}
}

// isKey tells whether a configuration file can set a member of this type.
func isKey(t reflect.Type) bool {
	return t.Kind() != reflect.Func && t.Kind() != reflect.Chan
}

func (f *field) setDefault(v reflect.Value, get func() any) {
	if v.IsValid() && !f.Secret {
		f.Default = get()
	}
}

// text is the default of a type that decodes from text, in its own spelling where it has one. The
// value may be one of an unexported member, whose methods reflection does not call.
func text(v reflect.Value) any {
	if v.CanInterface() {
		if marshaler, ok := v.Interface().(encoding.TextMarshaler); ok {
			if written, err := marshaler.MarshalText(); err == nil && len(written) > 0 {
				return string(written)
			}
			return nil
		}
	}
	if v.Kind() == reflect.String && v.String() != "" {
		return v.String()
	}
	return nil
}
