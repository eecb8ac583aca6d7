package dev.myriarch.app;

import dev.myriarch.agent.pg.AgentStorePg;
import dev.myriarch.agent.pg.UpdaterLinkStorePg;
import dev.myriarch.artifact.pg.ArtifactStorePg;
import dev.myriarch.artifact.pg.PackageOfferStorePg;
import dev.myriarch.assignment.pg.AssignmentStorePg;
import dev.myriarch.assignment.pg.RenderedConfigStorePg;
import dev.myriarch.audit.pg.AuditLogPg;
import dev.myriarch.auth.pg.ApiTokenStorePg;
import dev.myriarch.auth.pg.EnrollmentTokenStorePg;
import dev.myriarch.auth.pg.SessionStorePg;
import dev.myriarch.auth.pg.UserStorePg;
import dev.myriarch.db.Database;
import dev.myriarch.gitops.pg.FleetMembersPg;
import dev.myriarch.gitops.pg.GitopsStorePg;
import dev.myriarch.system.pg.KeyValueStorePg;
import dev.myriarch.system.pg.ReplicasPg;
import java.time.Duration;
import java.time.InstantSource;

/** All stores of one database, by what they are about. */
record Stores(
        Inventory inventory,
        Artifacts artifacts,
        Repository repository,
        Credentials credentials,
        Shared shared) {
    record Inventory(AgentStorePg agents, UpdaterLinkStorePg links, FleetMembersPg fleetMembers) {}

    record Artifacts(ArtifactStorePg artifacts, PackageOfferStorePg offers) {}

    record Repository(
            GitopsStorePg gitops, RenderedConfigStorePg rendered, AssignmentStorePg assignments) {}

    record Credentials(
            UserStorePg users,
            SessionStorePg sessions,
            ApiTokenStorePg apiTokens,
            EnrollmentTokenStorePg enrollmentTokens) {}

    record Shared(AuditLogPg audit, ReplicasPg replicas, KeyValueStorePg keyValues) {}

    /**
     * @param grouped the same database for what crowds of agents write
     */
    static Stores of(
            Database database, Database grouped, InstantSource clock, Duration replicaTimeout) {
        return new Stores(
                new Inventory(
                        new AgentStorePg(grouped),
                        new UpdaterLinkStorePg(database),
                        new FleetMembersPg(database)),
                new Artifacts(new ArtifactStorePg(database), new PackageOfferStorePg(database)),
                new Repository(
                        new GitopsStorePg(database),
                        new RenderedConfigStorePg(database),
                        new AssignmentStorePg(grouped)),
                new Credentials(
                        new UserStorePg(database),
                        new SessionStorePg(database),
                        new ApiTokenStorePg(database),
                        new EnrollmentTokenStorePg(database)),
                new Shared(
                        new AuditLogPg(database),
                        new ReplicasPg(database, replicaTimeout),
                        new KeyValueStorePg(database, clock)));
    }
}
