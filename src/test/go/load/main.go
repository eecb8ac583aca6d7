// Command load plays agents against an OpAMP server and puts what they got beside the processor
// time and memory of the server's process, which it reads from /proc.
package main

import (
	"flag"
	"fmt"
	"math/rand"
	"net"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
)

var interval = regexp.MustCompile(`check_interval: \w+`)

type load struct {
	pid       int
	agents    []*agent
	refused   atomic.Int64
	lost      atomic.Int64
	errors    atomic.Int64
	measuring atomic.Bool
	mu        sync.Mutex
	latencies []time.Duration
}

func (l *load) jitter() time.Duration { return time.Duration(rand.Int63n(int64(time.Second))) }

func (l *load) measure(latency time.Duration) {
	if l.measuring.Load() {
		l.mu.Lock()
		l.latencies = append(l.latencies, latency)
		l.mu.Unlock()
	}
}

func main() {
	url := flag.String("url", "", "http://HOST:PORT of the server")
	token := flag.String("token", "", "enrollment token")
	pid := flag.Int("pid", 0, "of the server's process")
	collectors := flag.Int("collectors", 2000, "agents that take configurations")
	updaters := flag.Int("updaters", 0, "agents that take none")
	dialers := flag.Int("dialers", 16, "connections that are opened at the same time")
	perSecond := flag.Float64("heartbeats", 2, "of each agent in a second")
	warmUp := flag.Duration("warm-up", 15*time.Second, "heartbeats before the measurement")
	measured := flag.Duration("measure", 30*time.Second, "length of the measurement")
	file := flag.String("push", "", "blueprint file whose check_interval is changed")
	name := flag.String("name", "", "of the server, in the output")
	flag.Parse()
	l := &load{pid: *pid}
	fmt.Printf("%s, %d + %d agents\n", *name, *collectors, *updaters)
	before := rssKilobytes(*pid)
	if err := l.connect(strings.Replace(*url, "http", "ws", 1)+"/v1/opamp", *token, *collectors, *updaters, *dialers); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if *measured > 0 {
		l.heartbeats(*perSecond, *warmUp, *measured)
	}
	after := rssKilobytes(*pid)
	fmt.Printf("  memory: %d MB before the connections, %d MB now, %.1f kB a connection\n",
		before/1024, after/1024, float64(after-before)/float64(len(l.agents)))
	if *file != "" {
		l.push(*file, *collectors)
		fmt.Printf("  memory after the push: %d MB\n", rssKilobytes(*pid)/1024)
	}
	fmt.Printf("  lost connections %d, error answers %d\n", l.lost.Load(), l.errors.Load())
}

// connect opens all connections and waits until every collector has its configuration.
func (l *load) connect(url, token string, collectors, updaters, dialers int) error {
	for i := range collectors + updaters {
		l.agents = append(l.agents, newAgent(l, i, i >= collectors))
	}
	start, cpu := time.Now(), cpuSeconds(l.pid)
	dialer := &websocket.Dialer{
		HandshakeTimeout: 45 * time.Second, ReadBufferSize: 1024, WriteBufferSize: 1024,
		NetDial: (&net.Dialer{Timeout: 45 * time.Second}).Dial,
	}
	work, failures := make(chan *agent), make(chan error, dialers)
	var dialing sync.WaitGroup
	for range dialers {
		dialing.Go(func() {
			for a := range work {
				if err := a.dial(dialer, url, token); err != nil {
					failures <- err
					return
				}
			}
		})
	}
	go func() {
		for _, a := range l.agents {
			work <- a
		}
		close(work)
	}()
	done := make(chan struct{})
	go func() { dialing.Wait(); close(done) }()
	select {
	case err := <-failures:
		return err
	case <-done:
	}
	connected := time.Since(start)
	// A server that had too much to do is reminded, as by the heartbeat of an agent.
	for missing := l.unconfigured(collectors); len(missing) > 0; missing = l.unconfigured(collectors) {
		time.Sleep(500 * time.Millisecond)
		for _, a := range missing {
			if !a.has(nil) {
				time.Sleep(10 * time.Millisecond)
				_ = a.heartbeat()
			}
		}
	}
	used := cpuSeconds(l.pid) - cpu
	fmt.Printf("  connected in %.1f s (%d refusals with Retry-After), configured in %.1f s, %.2f ms CPU each\n",
		connected.Seconds(), l.refused.Load(), time.Since(start).Seconds(), 1000*used/float64(len(l.agents)))
	return nil
}

func (l *load) unconfigured(collectors int) []*agent {
	var missing []*agent
	for _, a := range l.agents[:collectors] {
		if !a.has(nil) {
			missing = append(missing, a)
		}
	}
	return missing
}

// heartbeats lets every agent speak at a steady pace.
func (l *load) heartbeats(perSecond float64, warmUp, measured time.Duration) {
	stop := make(chan struct{})
	var speaking sync.WaitGroup
	pause := time.Duration(float64(time.Second) / perSecond)
	for _, a := range l.agents {
		speaking.Go(func() {
			time.Sleep(time.Duration(rand.Int63n(int64(pause))))
			ticks := time.NewTicker(pause)
			defer ticks.Stop()
			for {
				select {
				case <-stop:
					return
				case <-ticks.C:
					if a.heartbeat() != nil {
						return
					}
				}
			}
		})
	}
	time.Sleep(warmUp)
	l.measuring.Store(true)
	start, cpu := time.Now(), cpuSeconds(l.pid)
	time.Sleep(measured)
	used, took := cpuSeconds(l.pid)-cpu, time.Since(start)
	l.measuring.Store(false)
	l.mu.Lock()
	latencies := slices.Clone(l.latencies)
	l.mu.Unlock()
	close(stop)
	speaking.Wait()
	slices.Sort(latencies)
	fmt.Printf("  heartbeats: %d in %.0f s, %.2f CPU s, %.0f per CPU second; p50 %.2f ms, p99 %.2f ms\n",
		len(latencies), took.Seconds(), used, float64(len(latencies))/used,
		milliseconds(latencies, 50), milliseconds(latencies, 99))
}

// push changes the configuration of every collector and waits until each has it.
func (l *load) push(file string, collectors int) {
	word := fmt.Sprintf("check_interval: %dms", 1000+rand.Intn(8999))
	before, err := os.ReadFile(file)
	if err != nil {
		panic(err)
	}
	cpu := cpuSeconds(l.pid)
	start := time.Now()
	part := file + ".part"
	if os.WriteFile(part, interval.ReplaceAll(before, []byte(word)), 0o644) != nil || os.Rename(part, file) != nil {
		panic("cannot write " + file)
	}
	var took []time.Duration
	for _, a := range l.agents[:collectors] {
		for !a.has([]byte(word)) {
			time.Sleep(time.Millisecond)
		}
		took = append(took, time.Duration(a.gotAt.Load()-start.UnixNano()))
	}
	used := cpuSeconds(l.pid) - cpu
	slices.Sort(took)
	fmt.Printf("  push to %d agents, from the change of the file: first %.2f s, p50 %.2f s, p99 %.2f s, last %.2f s; %.2f ms CPU each\n",
		collectors, took[0].Seconds(), milliseconds(took, 50)/1000, milliseconds(took, 99)/1000,
		took[len(took)-1].Seconds(), 1000*used/float64(collectors))
}

func milliseconds(sorted []time.Duration, percent int) float64 {
	if len(sorted) == 0 {
		return 0
	}
	return float64(sorted[min(len(sorted)-1, len(sorted)*percent/100)].Microseconds()) / 1000
}
