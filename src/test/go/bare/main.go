// Command bare is the least that an OpAMP server on opamp-go does: it keeps what agents say in
// memory, offers one configuration, and answers. It authenticates nobody and stores nothing. The
// figures of ours are put beside it.
package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"github.com/open-telemetry/opamp-go/protobufs"
	"github.com/open-telemetry/opamp-go/server"
	"github.com/open-telemetry/opamp-go/server/types"
)

type known struct {
	sequence    uint64
	description *protobufs.AgentDescription
	status      *protobufs.RemoteConfigStatus
	seen        time.Time
}

type state struct {
	mu     sync.Mutex
	agents map[string]*known
	body   []byte
	hash   []byte
}

func (s *state) answer(message *protobufs.AgentToServer) *protobufs.ServerToAgent {
	answer := &protobufs.ServerToAgent{
		InstanceUid: message.InstanceUid,
		Capabilities: uint64(protobufs.ServerCapabilities_ServerCapabilities_AcceptsStatus |
			protobufs.ServerCapabilities_ServerCapabilities_OffersRemoteConfig),
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	agent := s.agents[string(message.InstanceUid)]
	if agent == nil {
		agent = &known{}
		s.agents[string(message.InstanceUid)] = agent
	}
	if message.AgentDescription != nil {
		agent.description = message.AgentDescription
	} else if message.SequenceNum != agent.sequence+1 {
		answer.Flags = uint64(protobufs.ServerToAgentFlags_ServerToAgentFlags_ReportFullState)
	}
	if message.RemoteConfigStatus != nil {
		agent.status = message.RemoteConfigStatus
	}
	agent.sequence = message.SequenceNum
	agent.seen = time.Now()
	accepts := message.Capabilities & uint64(protobufs.AgentCapabilities_AgentCapabilities_AcceptsRemoteConfig)
	if accepts != 0 && (agent.status == nil || !bytes.Equal(agent.status.LastRemoteConfigHash, s.hash)) {
		answer.RemoteConfig = &protobufs.AgentRemoteConfig{
			ConfigHash: s.hash,
			Config: &protobufs.AgentConfigMap{ConfigMap: map[string]*protobufs.AgentConfigFile{
				"myriarch.yaml": {Body: s.body, ContentType: "text/yaml"},
			}},
		}
	}
	return answer
}

func main() {
	size := flag.Int("bytes", 4096, "of the configuration that is offered")
	flag.Parse()
	body := bytes.Repeat([]byte("# just some text to make a file\n"), *size/32)
	hash := sha256.Sum256(body)
	s := &state{agents: map[string]*known{}, body: body, hash: hash[:]}
	opamp := server.New(nil)
	err := opamp.Start(server.StartSettings{
		ListenEndpoint: "127.0.0.1:0",
		Settings: server.Settings{Callbacks: types.Callbacks{
			OnConnecting: func(*http.Request) types.ConnectionResponse {
				return types.ConnectionResponse{Accept: true, ConnectionCallbacks: types.ConnectionCallbacks{
					OnMessage: func(_ context.Context, _ types.Connection, message *protobufs.AgentToServer) *protobufs.ServerToAgent {
						return s.answer(message)
					},
				}}
			},
		}},
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Printf("url: http://%s\n", opamp.Addr())
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt, syscall.SIGTERM)
	<-stop
}
