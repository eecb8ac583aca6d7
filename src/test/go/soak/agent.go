package main

import (
	"bytes"
	"context"
	"encoding/hex"
	"fmt"
	"math/rand"
	"net/http"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/open-telemetry/opamp-go/client"
	"github.com/open-telemetry/opamp-go/client/types"
	"github.com/open-telemetry/opamp-go/protobufs"
)

const capabilities = protobufs.AgentCapabilities_AgentCapabilities_ReportsStatus |
	protobufs.AgentCapabilities_AgentCapabilities_AcceptsRemoteConfig |
	protobufs.AgentCapabilities_AgentCapabilities_ReportsEffectiveConfig |
	protobufs.AgentCapabilities_AgentCapabilities_ReportsHealth |
	protobufs.AgentCapabilities_AgentCapabilities_ReportsRemoteConfig |
	protobufs.AgentCapabilities_AgentCapabilities_ReportsHeartbeat

// agent is a collector on opamp-go's own client: it applies what it is offered, unless the
// configuration contains the word that it refuses, and remembers it over restarts of its client.
type agent struct {
	name      string
	uid       types.InstanceUid
	url       string
	token     string
	refuses   []byte
	broken    func(what string)
	heartbeat time.Duration

	mu        sync.Mutex
	client    client.OpAMPClient
	status    *protobufs.RemoteConfigStatus
	body      []byte
	confirmed map[string]bool // hashes whose status the server has stored
	offers    int
	errors    map[string]int
}

func newAgent(name, url, token string, refuses []byte, heartbeat time.Duration, broken func(string)) *agent {
	return &agent{
		name: name, uid: types.InstanceUid(uuid.Must(uuid.NewV7())), url: url, token: token,
		refuses: refuses, heartbeat: heartbeat, broken: broken,
		confirmed: map[string]bool{}, errors: map[string]int{},
	}
}

type quiet struct{}

func (quiet) Debugf(context.Context, string, ...any) {}
func (quiet) Errorf(context.Context, string, ...any) {}

func text(key, value string) *protobufs.KeyValue {
	return &protobufs.KeyValue{Key: key, Value: &protobufs.AnyValue{Value: &protobufs.AnyValue_StringValue{StringValue: value}}}
}

// start begins with a new client object, as after a restart of the agent's process.
func (a *agent) start() error {
	var next client.OpAMPClient = client.NewWebSocket(quiet{})
	if a.url[0] == 'h' {
		next = client.NewHTTP(quiet{})
	}
	// Its start asks for the effective configuration, so the lock is not held over it.
	a.mu.Lock()
	a.client = next
	status := a.status
	a.mu.Unlock()
	err := next.SetAgentDescription(&protobufs.AgentDescription{
		IdentifyingAttributes:    []*protobufs.KeyValue{text("service.name", "otelcol"), text("service.version", "0.149.0")},
		NonIdentifyingAttributes: []*protobufs.KeyValue{text("os.type", "linux"), text("host.name", a.name)},
	})
	if err != nil {
		return err
	}
	if err := next.SetHealth(&protobufs.ComponentHealth{Healthy: true, Status: "StatusOK"}); err != nil {
		return err
	}
	// After the health, without which it is refused.
	agentCapabilities := capabilities
	if err := next.SetCapabilities(&agentCapabilities); err != nil {
		return err
	}
	return next.Start(context.Background(), types.StartSettings{
		OpAMPServerURL:     a.url,
		Header:             http.Header{"Authorization": {"Bearer " + a.token}},
		InstanceUid:        a.uid,
		RemoteConfigStatus: status,
		HeartbeatInterval:  &a.heartbeat,
		Callbacks: types.Callbacks{
			OnError:                a.onError,
			OnMessage:              a.onMessage,
			GetEffectiveConfig:     a.effective,
			SaveRemoteConfigStatus: func(context.Context, *protobufs.RemoteConfigStatus) {},
		},
	})
}

func (a *agent) stop() {
	a.mu.Lock()
	current := a.client
	a.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	_ = current.Stop(ctx)
}

// onError is for answers of the kind that a client cannot do anything about. UNAVAILABLE is what a
// server says that is about to stop; everything else is wrong.
func (a *agent) onError(_ context.Context, err *protobufs.ServerErrorResponse) {
	a.mu.Lock()
	a.errors[err.Type.String()]++
	a.mu.Unlock()
	if err.Type != protobufs.ServerErrorResponseType_ServerErrorResponseType_Unavailable {
		a.broken(fmt.Sprintf("%s was answered %s: %s", a.name, err.Type, err.ErrorMessage))
	}
}

func (a *agent) onMessage(ctx context.Context, message *types.MessageData) {
	if message.AgentIdentification != nil {
		a.broken(a.name + " was taken for a clone")
	}
	if message.RemoteConfig != nil {
		a.offered(ctx, message.RemoteConfig)
	}
}

func (a *agent) offered(ctx context.Context, config *protobufs.AgentRemoteConfig) {
	hash := hex.EncodeToString(config.ConfigHash)
	files := config.GetConfig().GetConfigMap()
	file := files["myriarch.yaml"]
	if len(files) != 1 || file == nil || len(file.Body) == 0 {
		a.broken(a.name + " was offered an empty configuration, or not exactly one file")
		return
	}
	a.mu.Lock()
	a.offers++
	if a.confirmed[hash] {
		a.broken(a.name + " was offered again what the server knew the status of: " + hash)
	}
	refused := len(a.refuses) > 0 && bytes.Contains(file.Body, a.refuses)
	status := protobufs.RemoteConfigStatuses_RemoteConfigStatuses_APPLIED
	problem := ""
	if refused {
		status = protobufs.RemoteConfigStatuses_RemoteConfigStatuses_FAILED
		problem = "refused"
	} else {
		a.body = file.Body
	}
	a.status = &protobufs.RemoteConfigStatus{LastRemoteConfigHash: config.ConfigHash, Status: status, ErrorMessage: problem}
	current, told := a.client, a.status
	a.mu.Unlock()
	_ = current.SetRemoteConfigStatus(&protobufs.RemoteConfigStatus{
		LastRemoteConfigHash: config.ConfigHash,
		Status:               protobufs.RemoteConfigStatuses_RemoteConfigStatuses_APPLYING,
	})
	_ = current.SetRemoteConfigStatus(told)
	_ = current.UpdateEffectiveConfig(ctx)
}

func (a *agent) effective(context.Context) (*protobufs.EffectiveConfig, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return &protobufs.EffectiveConfig{ConfigMap: &protobufs.AgentConfigMap{
		ConfigMap: map[string]*protobufs.AgentConfigFile{"": {Body: a.body, ContentType: "text/yaml"}},
	}}, nil
}

// talk says something: a change of the health, or nothing that is new.
func (a *agent) talk(random *rand.Rand) {
	a.mu.Lock()
	current := a.client
	a.mu.Unlock()
	status := []string{"StatusOK", "StatusRecoverableError"}[random.Intn(2)]
	_ = current.SetHealth(&protobufs.ComponentHealth{Healthy: true, Status: status})
}

// confirm notes that the server has stored what the agent reported last.
func (a *agent) confirm() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.status != nil {
		a.confirmed[hex.EncodeToString(a.status.LastRemoteConfigHash)] = true
	}
}

// has tells whether the agent runs a configuration with the word, or refused one.
func (a *agent) has(word string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.status == nil {
		return false
	}
	if a.status.Status == protobufs.RemoteConfigStatuses_RemoteConfigStatuses_FAILED {
		return len(a.refuses) > 0 && bytes.Contains([]byte(word), a.refuses)
	}
	return bytes.Contains(a.body, []byte(word))
}
