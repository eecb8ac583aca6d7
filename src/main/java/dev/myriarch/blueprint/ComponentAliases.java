package dev.myriarch.blueprint;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Component types that were renamed; collectors accept both names for a while. Which release
 * renamed which is not told by its version, so a reported component set decides.
 */
final class ComponentAliases {
    private static final List<Alias> ALL =
            Stream.of(
                            // Exporters otlp and otlphttp since 0.144.0, the others marked here by
                            // 0.149.0, as the component lists of that release show.
                            settled(ComponentKind.EXPORTER, "otlp>otlp_grpc otlphttp>otlp_http"),
                            settled(ComponentKind.RECEIVER, "filelog>file_log"),
                            settled(ComponentKind.PROCESSOR, "k8sattributes>k8s_attributes"),
                            renamed(
                                    ComponentKind.RECEIVER,
                                    """
                                    apachespark>apache_spark awscloudwatch>aws_cloudwatch
                                    azureblob>azure_blob azureeventhub>azure_event_hub
                                    azuremonitor>azure_monitor ciscoos>cisco_os
                                    cloudfoundry>cloud_foundry filestats>file_stats
                                    fluentforward>fluent_forward hostmetrics>host_metrics
                                    httpcheck>http_check k8sobjects>k8s_objects
                                    kafkametrics>kafka_metrics kubeletstats>kubelet_stats
                                    mongodbatlas>mongodb_atlas
                                    prometheusremotewrite>prometheus_remote_write
                                    splunkenterprise>splunk_enterprise sqlquery>sql_query
                                    sshcheck>ssh_check tcpcheck>tcp_check tcplog>tcp_log
                                    tlscheck>tls_check udplog>udp_log
                                    windowseventlog>windows_event_log
                                    windowsservice>windows_service yanggrpc>yang_grpc
                                    """),
                            renamed(
                                    ComponentKind.PROCESSOR,
                                    """
                                    cumulativetodelta>cumulative_to_delta
                                    metricstransform>metrics_transform
                                    resourcedetection>resource_detection
                                    """),
                            renamed(
                                    ComponentKind.EXPORTER,
                                    """
                                    loadbalancing>load_balancing
                                    googlecloudstorage>google_cloud_storage
                                    prometheusremotewrite>prometheus_remote_write
                                    """),
                            renamed(
                                    ComponentKind.CONNECTOR,
                                    "spanmetrics>span_metrics metricsaslogs>metrics_as_logs"),
                            renamed(
                                    ComponentKind.EXTENSION,
                                    "googlecloudlogentry_encoding>google_cloud_logentry_encoding"))
                    .flatMap(List::stream)
                    .toList();

    private ComponentAliases() {}

    /**
     * @param settled whether every supported collector release knows the new name
     */
    record Alias(ComponentKind kind, String oldName, String newName, boolean settled) {}

    /** The alias of which {@code type} is the old name. */
    static Optional<Alias> byOldName(ComponentKind kind, String type) {
        return ALL.stream()
                .filter(alias -> alias.kind() == kind && alias.oldName().equals(type))
                .findFirst();
    }

    /** The alias of which {@code type} is the new name. */
    static Optional<Alias> byNewName(ComponentKind kind, String type) {
        return ALL.stream()
                .filter(alias -> alias.kind() == kind && alias.newName().equals(type))
                .findFirst();
    }

    private static List<Alias> settled(ComponentKind kind, String pairs) {
        return parse(kind, pairs, true);
    }

    private static List<Alias> renamed(ComponentKind kind, String pairs) {
        return parse(kind, pairs, false);
    }

    private static List<Alias> parse(ComponentKind kind, String pairs, boolean settled) {
        return pairs.strip()
                .lines()
                .flatMap(line -> Stream.of(line.strip().split(" ", -1)))
                .map(pair -> pair.split(">", 2))
                .map(names -> new Alias(kind, names[0], names[1], settled))
                .toList();
    }
}
