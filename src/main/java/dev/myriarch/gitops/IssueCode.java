package dev.myriarch.gitops;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Every code that an {@link Issue} can have, with what people need to mend it. The reference page
 * and {@code myrctl explain} come from here. Codes are stable: scripts and dashboards match them.
 */
public enum IssueCode {
    YAML_SYNTAX(
            Weight.ERROR,
            "The file is no YAML in UTF-8, has a key twice, or is nested too deep.",
            """
            spec:
            \tconfig: {}        # a tab as indentation
            """,
            "Look at the line and column. Indent with spaces, write each key once, save the file as"
                    + " UTF-8, and put text with special characters in quotes."),
    UNKNOWN_FIELD(
            Weight.ERROR,
            "The kind has no field of this name.",
            """
            kind: Fleet
            spec:
              blueprnt: linux-host
            """,
            "Correct the name; the message names the nearest one that exists. A typing mistake must"
                    + " not pass as a field that is silently ignored."),
    INVALID_NAME(
            Weight.ERROR,
            "A name does not have the form that names have.",
            """
            metadata:
              name: Linux_Hosts
            """,
            "Objects are named with 1 to 63 of a-z, 0-9 and -, without - at either end. Parameters"
                    + " are named with letters, digits and _, beginning with a letter."),
    DUPLICATE_OBJECT(
            Weight.ERROR,
            "Two objects of one kind have the same name.",
            """
            kind: Fleet
            metadata: {name: linux-hosts}   # also in another file
            """,
            "Rename or delete one of them; the message says where the other one is."),
    INVALID_FIELD(
            Weight.BOTH,
            "A field is missing, has the wrong type, or a value that is not accepted.",
            """
            kind: Fleet
            spec:
              priority: high       # must be an integer
            """,
            "Write what the message asks for. As a warning it names a field without effect, such as"
                    + " an executor where no version is wanted."),
    NOT_REGULAR_FILE(
            Weight.ERROR,
            "The repository holds a symbolic link or a special file.",
            "fleets/linux.yaml -> /etc/fleets/linux.yaml",
            "Put the file itself into the repository. Links are not followed, so that a repository"
                    + " cannot show files of the server."),
    FILE_TOO_LARGE(
            Weight.ERROR,
            "A file is larger than 4 MiB.",
            "blueprints/everything.yaml with 5,000,000 bytes",
            "Split the objects over several files."),
    TOO_MANY_FILES(
            Weight.ERROR,
            "The repository has more files than are read.",
            "2,001 YAML files, or 100,000 files of any kind",
            "Put several objects into one file, separated by ---, or point the server at a folder"
                    + " that holds only these objects."),
    REPOSITORY_TOO_LARGE(
            Weight.ERROR,
            "All YAML files together are larger than 64 MiB.",
            "blueprints/ and inventory/ with 70 MiB",
            "Remove what is not needed, or point the server at a folder that holds only these"
                    + " objects."),
    REPOSITORY_TOO_COMPLEX(
            Weight.ERROR,
            "The objects have too many values, folders are nested too deep, or fleets and samples"
                    + " give too many renderings.",
            "400 sample agents that each of 300 fleets selects",
            "Keep one sample for each kind of agent; more of the same show nothing new."),
    TIME_BUDGET_EXCEEDED(
            Weight.ERROR,
            "The check took longer than it may.",
            "[[ range ]] over long lists in a blueprint that many samples use",
            "Make templates simpler, or keep fewer samples."),
    BLUEPRINT_NOT_FOUND(
            Weight.ERROR,
            "A fleet or a blueprint names a blueprint that does not exist.",
            """
            kind: Fleet
            spec:
              blueprint: linux-hosts   # it is called linux-host
            """,
            "Correct the name, or add the blueprint in the same change."),
    POLICY_NOT_FOUND(
            Weight.ERROR,
            "A fleet names a rollout policy that does not exist.",
            """
            kind: Fleet
            spec:
              rollout: {configPolicy: carefull}
            """,
            "Correct the name, or add the RolloutPolicy. The policy default always exists."),
    EXECUTOR_NOT_FOUND(
            Weight.ERROR,
            "A fleet names an executor that does not exist, or names none where it must.",
            """
            kind: Fleet
            spec:
              update: {executor: webhook}   # executorRef is missing
            """,
            "Set update.executorRef to the name of an Executor of this repository."),
    EXTENDS_CYCLE(
            Weight.ERROR,
            "A blueprint extends itself, directly or through others.",
            """
            kind: Blueprint
            metadata: {name: base}
            spec: {extends: linux-host}     # which extends base
            """,
            "Let the root of the chain extend nothing. The message shows the way around."),
    PARAMETER_TYPE_CONFLICT(
            Weight.ERROR,
            "A blueprint declares a parameter of its parent again, with another type.",
            """
            parameters:
              - {name: batchSize, type: string}   # the parent says int
            """,
            "Keep the type of the parent, or use another name."),
    MISSING_PARAMETER(
            Weight.ERROR,
            "A required parameter has no value for an agent.",
            """
            parameters:
              - {name: siteId, type: string, required: true, fromAttribute: site.id}
            """,
            "Set it in the fleet or the inventory, give it a default, or let the sample agent have"
                    + " the attribute."),
    UNKNOWN_PARAMETER(
            Weight.BOTH,
            "Somebody sets a parameter that the blueprint does not declare.",
            """
            kind: Fleet
            spec:
              parameters: {gatewayEndpont: gateway.example.com:4317}
            """,
            "Correct the name or declare the parameter. From the inventory it is only a warning,"
                    + " because one entry may serve fleets with different blueprints."),
    INVALID_PARAMETER_VALUE(
            Weight.ERROR,
            "The value of a parameter does not have the declared type, or is not accepted.",
            """
            parameters:
              - {name: memoryLimitPercent, type: int, min: 5, max: 90, default: 95}
            """,
            "Give a value of the type that enum, pattern, min and max accept. Values in YAML need"
                    + " the right type: \"5\" in quotes is no int."),
    WHEN_NOT_BOOL(
            Weight.ERROR,
            "The condition of a fragment is not one expression that gives true or false.",
            """
            fragments:
              - name: logs
                when: "[[ .params.logPaths ]]"    # gives a list
            """,
            "Compare: [[ gt (len .params.logPaths) 0 ]]."),
    INVALID_CONFIG_KEY(
            Weight.ERROR,
            "A key of the configuration contains ::, which the collector takes for a separator.",
            """
            config:
              receivers::otlp: {}
            """,
            "Nest the keys: receivers, and below it otlp."),
    TEMPLATE_ERROR(
            Weight.ERROR,
            "A template expression cannot be read or evaluated.",
            """
            endpoint: "https://[[ .params.hosts ]]/"    # hosts is a list
            """,
            "Look at the message for the expression. Lists and maps do not turn into text by"
                    + " themselves (use join, toJson or str), attributes that may be missing need"
                    + " attrOr, and parameters must be declared."),
    UNQUOTED_TEMPLATE(
            Weight.ERROR,
            "A value begins with [[ without quotes, so YAML reads a list in a list.",
            """
            limit_percentage: [[ .params.memoryLimitPercent ]]
            """,
            "Put the value in quotes: \"[[ .params.memoryLimitPercent ]]\". It keeps its type."),
    WAVE_INVALID(
            Weight.ERROR,
            "A wave of a rollout policy is not sound.",
            """
            waves:
              - {name: canary, percent: 50}
              - {name: half, percent: 50}     # not above the wave before
            """,
            "Give each wave its own name and either a selector or a percent from 1 to 100. Percents"
                    + " are shares of all agents up to this wave, so they grow."),
    WINDOW_INVALID(
            Weight.ERROR,
            "A maintenance window has a wrong day, time or zone.",
            """
            maintenanceWindows:
              - {days: [monday], start: "22:00", end: "04:00"}
            """,
            "Days are mon to sun, times are HH:MM in quotes, the zone is agent or a name of the"
                    + " IANA database such as Europe/Berlin."),
    POLICY_INVALID(
            Weight.ERROR,
            "A rollout policy has a value that cannot work.",
            """
            kind: RolloutPolicy
            spec: {defaultTimezone: CEST}
            """,
            "Use a zone of the IANA database, such as Europe/Berlin or UTC."),
    EXECUTOR_INVALID(
            Weight.ERROR,
            "An executor is incomplete, or is not of the type that the fleet wants.",
            """
            kind: Executor
            spec:
              type: webhook
              webhook: {url: "https://user:pass@ci.example.com"}
            """,
            "Give the block of its type an address without credentials, and name the environment"
                    + " variable or the file of the server that holds the secret."),
    SELECTION_INVALID(
            Weight.BOTH,
            "The frame in which the UI may choose a version is not sound.",
            """
            update:
              executor: updater
              selection: {enabled: true}    # which versions?
            """,
            "Set exactly one of versionRange and versions, an executor, and keep collector.version"
                    + " inside. As a warning: versions are given, but enabled is false."),
    FLEET_AMBIGUOUS(
            Weight.WARNING,
            "Several fleets of equal priority select a sample agent, so it gets none of them.",
            """
            kind: Fleet
            metadata: {name: all-linux}
            spec:
              priority: 0                    # as has linux-hosts
              selector: {matchAttributes: {os.type: linux}}
            """,
            "Give the fleets different priorities, or let their selectors exclude each other. myrctl"
                    + " match shows which fleets take an agent."),
    SAMPLE_UNASSIGNED(
            Weight.WARNING,
            "No fleet selects a sample agent.",
            """
            kind: SampleAgent
            spec:
              attributes: {os.type: darwin}
            """,
            "Widen a selector, or delete the sample. myrctl match shows which condition fails."),
    BRIDGE_SELECTED(
            Weight.WARNING,
            "A fleet also selects the OpAMP Bridge of the OpenTelemetry Operator.",
            """
            kind: Fleet
            spec:
              selector: {}
            """,
            "Select on what a Bridge does not report, such as os.type. A fleet that is meant for"
                    + " Bridges in standalone mode sets bridge.manage: true."),
    CONFIG_INVALID_TOPLEVEL(
            Weight.ERROR,
            "The rendered configuration has a section that the collector does not know, or one of"
                    + " the wrong form.",
            """
            config:
              reciever:
                otlp: {}
            """,
            "There are receivers, processors, exporters, connectors, extensions and service."),
    INVALID_COMPONENT_ID(
            Weight.ERROR,
            "A component id does not have the form type or type/name, or is used twice.",
            """
            exporters:
              "otlp_http/": {}
            """,
            "Write type or type/name. A connector must not have the id of an exporter or a receiver."),
    INVALID_PIPELINE(
            Weight.ERROR,
            "A pipeline is missing, has a wrong name, or is not complete.",
            """
            service:
              pipelines:
                log: {receivers: [otlp], exporters: [debug]}
            """,
            "Pipelines are traces, metrics, logs or profiles, with an optional /name. Each has at"
                    + " least one receiver and one exporter; a connector ends one and begins"
                    + " another."),
    UNDEFINED_COMPONENT(
            Weight.ERROR,
            "A pipeline or service.extensions names a component that the configuration does not"
                    + " define.",
            """
            receivers: {otlp: {}}
            service:
              pipelines:
                logs: {receivers: [otlp/local], exporters: [debug]}
            """,
            "Define the component in its section, or correct the id. remove may have deleted it."),
    UNKNOWN_COMPONENT(
            Weight.BOTH,
            "The collector of the agent does not contain a component type.",
            """
            receivers:
              journald: {}                   # not in this distribution
            """,
            "Use another distribution or another component. The list of components comes from the"
                    + " sample agent, from myrctl validate --components, or from the agent itself."
                    + " As a warning: the collector lists the component only under its old name."),
    DEPRECATED_COMPONENT(
            Weight.WARNING,
            "A component is written with a name that the collector has replaced.",
            """
            exporters:
              otlphttp: {}                   # now otlp_http
            """,
            "Use the new name as soon as all collectors of the fleet know it."),
    UNUSED_COMPONENT(
            Weight.WARNING,
            "The configuration defines a component that nothing uses.",
            """
            exporters:
              debug: {}                      # in no pipeline
            """,
            "Add it to a pipeline or to service.extensions, or remove it: exporters::debug under"
                    + " remove."),
    ENV_SYNTAX(
            Weight.WARNING,
            "A reference to the environment of the collector looks mistyped.",
            """
            endpoint: ${env:GATEWAY            # the brace is not closed
            """,
            "Write ${env:NAME}, ${env:NAME:-default} or ${file:/path}; $$ is a literal $."),
    CONFIG_TOO_LARGE(
            Weight.ERROR,
            "A rendered configuration is larger than 1 MiB.",
            "a parameter with a list of 20,000 targets",
            "Shorten lists, or split the fleet so that each agent gets only its part."),
    UNKNOWN_COMPONENT_FIELD(
            Weight.WARNING,
            "A component has no setting with this name in the release of the collector.",
            """
            processors:
              memory_limiter:
                check_intervall: 1s            # meant: check_interval
            """,
            "Correct the name, or move the setting to where the message says it belongs. Collectors"
                    + " refuse settings that they do not know."),
    COMPONENT_FIELD_TYPE(
            Weight.WARNING,
            "A setting of a component has a value of a kind that it does not take.",
            """
            processors:
              batch:
                timeout: quickly               # no duration
            """,
            "Write a value of the kind that the message names, such as 5s for a duration."),
    UNSUPPORTED_SIGNAL(
            Weight.BOTH,
            "A component stands in a pipeline of a signal that it does not handle.",
            """
            service:
              pipelines:
                metrics:
                  receivers: [file_log]        # gives logs only
            """,
            "Use the component in a pipeline of one of the signals that the message names."),
    UNCHECKED_SETTINGS(
            Weight.INFO,
            "The settings of these components are not checked: nothing describes them for the release"
                    + " of the collector, or the release is not known.",
            """
            kind: SampleAgent
            spec:
              collectorVersion: 0.120.0        # no description is that old
            """,
            "Nothing is wrong. Where collectorVersion is missing, state the release that the agent"
                    + " runs; otherwise look at the settings of these components with more care.");

    private final Weight weight;
    private final String meaning;
    private final String example;
    private final String fix;

    IssueCode(Weight weight, String meaning, String example, String fix) {
        this.weight = weight;
        this.meaning = meaning;
        this.example = example.strip();
        this.fix = fix;
    }

    /** Which severities issues of a code have. */
    public enum Weight {
        ERROR("error"),
        WARNING("warning"),
        BOTH("error or warning"),
        INFO("info");

        private final String text;

        Weight(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    /** As in {@link Issue#code()}. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    public Weight weight() {
        return weight;
    }

    /** One sentence. */
    public String meaning() {
        return meaning;
    }

    /** A piece of YAML, or one line about what is there. */
    public String example() {
        return example;
    }

    /** What to do; one or more sentences. */
    public String fix() {
        return fix;
    }

    public static Optional<IssueCode> of(String code) {
        return Arrays.stream(values()).filter(each -> each.code().equals(code)).findFirst();
    }

    /** All codes by their text. */
    public static List<String> codes() {
        return Arrays.stream(values()).map(IssueCode::code).sorted().toList();
    }
}
