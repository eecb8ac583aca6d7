package main

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/gorilla/websocket"
	"github.com/open-telemetry/opamp-go/protobufs"
	"google.golang.org/protobuf/proto"
)

const (
	collectorCapabilities = 0x1 | 0x2 | 0x4 | 0x800 | 0x1000 | 0x2000
	updaterCapabilities   = 0x1 | 0x800 | 0x2000
)

// agent is one connection: what a supervisor says, without the supervisor.
type agent struct {
	load     *load
	uid      []byte
	name     string
	updater  bool
	socket   *websocket.Conn
	writing  sync.Mutex
	sequence uint64
	sent     atomic.Int64
	config   atomic.Pointer[[]byte]
	gotAt    atomic.Int64
}

func newAgent(l *load, number int, updater bool) *agent {
	uid := uuid.Must(uuid.NewV7())
	return &agent{load: l, uid: uid[:], name: fmt.Sprintf("load-%d", number), updater: updater}
}

// dial connects and registers; a refusal with Retry-After is waited for, as agents do.
func (a *agent) dial(dialer *websocket.Dialer, url, token string) error {
	for {
		socket, response, err := dialer.Dial(url, http.Header{"Authorization": {"Bearer " + token}})
		if err == nil {
			a.socket = socket
			break
		}
		if response == nil || !errors.Is(err, websocket.ErrBadHandshake) {
			return err
		}
		if response.StatusCode != 429 && response.StatusCode != 503 {
			return fmt.Errorf("refused with %d", response.StatusCode)
		}
		a.load.refused.Add(1)
		seconds, _ := strconv.Atoi(response.Header.Get("Retry-After"))
		time.Sleep(time.Duration(seconds)*time.Second + a.load.jitter())
	}
	if err := a.send(a.introduction()); err != nil {
		return err
	}
	go a.read()
	return nil
}

func text(key, value string) *protobufs.KeyValue {
	return &protobufs.KeyValue{Key: key, Value: &protobufs.AnyValue{Value: &protobufs.AnyValue_StringValue{StringValue: value}}}
}

func (a *agent) introduction() *protobufs.AgentToServer {
	service := "otelcol"
	if a.updater {
		service = "myriarch-updater"
	}
	return &protobufs.AgentToServer{
		AgentDescription: &protobufs.AgentDescription{
			IdentifyingAttributes:    []*protobufs.KeyValue{text("service.name", service), text("service.version", "0.149.0")},
			NonIdentifyingAttributes: []*protobufs.KeyValue{text("os.type", "linux"), text("host.arch", "amd64"), text("host.name", a.name)},
		},
		Health: &protobufs.ComponentHealth{Healthy: true, Status: "StatusOK"},
	}
}

func (a *agent) send(message *protobufs.AgentToServer) error {
	a.writing.Lock()
	defer a.writing.Unlock()
	message.InstanceUid = a.uid
	message.SequenceNum = a.sequence
	a.sequence++
	message.Capabilities = collectorCapabilities
	if a.updater {
		message.Capabilities = updaterCapabilities
	}
	framed, err := proto.MarshalOptions{}.MarshalAppend([]byte{0}, message)
	if err != nil {
		return err
	}
	return a.socket.WriteMessage(websocket.BinaryMessage, framed)
}

func (a *agent) heartbeat() error {
	a.sent.Store(time.Now().UnixNano())
	return a.send(&protobufs.AgentToServer{})
}

func (a *agent) read() {
	for {
		_, framed, err := a.socket.ReadMessage()
		if err != nil {
			a.load.lost.Add(1)
			return
		}
		var message protobufs.ServerToAgent
		if len(framed) == 0 || framed[0] != 0 || proto.Unmarshal(framed[1:], &message) != nil {
			panic("not an OpAMP message")
		}
		a.answered(&message)
	}
}

func (a *agent) answered(message *protobufs.ServerToAgent) {
	now := time.Now().UnixNano()
	if sent := a.sent.Swap(0); sent != 0 {
		a.load.measure(time.Duration(now - sent))
	}
	if message.ErrorResponse != nil {
		a.load.errors.Add(1)
	}
	if message.Flags&uint64(protobufs.ServerToAgentFlags_ServerToAgentFlags_ReportFullState) != 0 {
		_ = a.send(a.introduction())
	}
	config := message.RemoteConfig
	if config == nil {
		return
	}
	var body []byte
	for _, file := range config.Config.ConfigMap {
		body = bytes.Clone(file.Body)
	}
	a.gotAt.Store(now)
	a.config.Store(&body)
	_ = a.send(&protobufs.AgentToServer{RemoteConfigStatus: &protobufs.RemoteConfigStatus{
		LastRemoteConfigHash: config.ConfigHash,
		Status:               protobufs.RemoteConfigStatuses_RemoteConfigStatuses_APPLIED,
	}})
}

func (a *agent) has(word []byte) bool {
	config := a.config.Load()
	return config != nil && bytes.Contains(*config, word)
}
