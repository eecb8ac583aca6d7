// Command soak lets agents on opamp-go's own client talk to myriarchd while the server is stopped
// and killed, configurations change, some are refused, and agents start again. It ends with 1 when
// something happened that must not: an agent that does not come back or does not get what it is
// owed, an answer that says bad request, a configuration that is offered again although the server
// knew its status, an agent that is taken for a clone.
//
//	soak [flags] COMMAND...   the command starts the server; --listen is added to it
package main

import (
	"flag"
	"fmt"
	"math/rand"
	"os"
	"os/signal"
	"regexp"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

const refused = "7777"

var interval = regexp.MustCompile(`check_interval: \w+`)

type soak struct {
	random    *rand.Rand
	server    *server
	agents    []*agent
	file      string
	wanted    string
	refusers  int
	changes   int
	rounds    map[string]int
	violation atomic.Int64
}

func main() {
	minutes := flag.Float64("minutes", 10, "how long")
	count := flag.Int("agents", 50, "how many agents; every fifth polls over plain HTTP")
	seed := flag.Int64("seed", time.Now().UnixNano(), "of the order of events")
	file := flag.String("file", "", "blueprint file whose check_interval is changed")
	flag.Parse()
	fmt.Printf("seed %d\n", *seed)
	s := &soak{
		random: rand.New(rand.NewSource(*seed)), server: &server{command: flag.Args()},
		file: *file, wanted: "check_interval: 1s", rounds: map[string]int{},
	}
	go s.endWhenTold()
	err := s.run(time.Duration(*minutes*float64(time.Minute)), *count)
	if s.server.process != nil {
		_ = s.server.stop(syscall.SIGTERM)
	}
	s.report()
	if err != nil {
		fmt.Println("FAILED:", err)
		os.Exit(1)
	}
	if s.violation.Load() > 0 {
		os.Exit(1)
	}
	fmt.Println("OK")
}

// endWhenTold leaves no server behind when somebody presses Ctrl-C.
func (s *soak) endWhenTold() {
	told := make(chan os.Signal, 1)
	signal.Notify(told, os.Interrupt, syscall.SIGTERM)
	<-told
	if s.server.process != nil {
		_ = s.server.stop(syscall.SIGTERM)
	}
	os.Exit(130)
}

func (s *soak) run(length time.Duration, count int) error {
	if err := s.server.start(); err != nil {
		return err
	}
	if err := s.startAgents(count); err != nil {
		return err
	}
	end := time.Now().Add(length)
	for {
		if err := s.settle(); err != nil {
			return err
		}
		if time.Now().After(end) {
			return nil
		}
		if err := s.disturb(); err != nil {
			return err
		}
	}
}

func (s *soak) startAgents(count int) error {
	for i := range count {
		url := strings.Replace(s.server.url, "http", "ws", 1) + "/v1/opamp"
		if i%5 == 0 {
			url = s.server.url + "/v1/opamp"
		}
		var refuses []byte
		if i%7 == 0 {
			refuses = []byte(refused)
			s.refusers++
		}
		a := newAgent(fmt.Sprintf("soak-%d", i), url, s.server.token, refuses, 2*time.Second, s.broken)
		s.agents = append(s.agents, a)
		if err := a.start(); err != nil {
			return err
		}
	}
	return nil
}

func (s *soak) broken(what string) {
	s.violation.Add(1)
	fmt.Println("BROKEN:", what)
}

// disturb does one thing that happens in real life.
func (s *soak) disturb() error {
	switch s.random.Intn(5) {
	case 0:
		return s.restart("server stopped", syscall.SIGTERM)
	case 1:
		return s.restart("server killed", syscall.SIGKILL)
	case 2:
		if err := s.change(); err != nil {
			return err
		}
		return s.restart("server killed while a configuration goes out", syscall.SIGKILL)
	case 3:
		s.rounds["agents started again"]++
		for range len(s.agents) / 4 {
			a := s.agents[s.random.Intn(len(s.agents))]
			a.stop()
			if err := a.start(); err != nil {
				return err
			}
		}
		return nil
	default:
		s.rounds["configuration changed"]++
		return s.change()
	}
}

func (s *soak) restart(name string, signal syscall.Signal) error {
	s.rounds[name]++
	s.chatter()
	if err := s.server.stop(signal); err != nil {
		return err
	}
	s.chatter()
	return s.server.start()
}

func (s *soak) chatter() {
	for range 2 * len(s.agents) {
		s.agents[s.random.Intn(len(s.agents))].talk(s.random)
	}
}

// change writes another configuration; every third is refused by some of the agents.
func (s *soak) change() error {
	s.changes++
	s.wanted = fmt.Sprintf("check_interval: 1%04dms", s.changes)
	if s.changes%3 == 0 {
		s.wanted = fmt.Sprintf("check_interval: %s%dms", refused, s.changes)
	}
	before, err := os.ReadFile(s.file)
	if err != nil {
		return err
	}
	part := s.file + ".part"
	if err := os.WriteFile(part, interval.ReplaceAll(before, []byte(s.wanted)), 0o644); err != nil {
		return err
	}
	return os.Rename(part, s.file)
}

// settle waits until every agent is online and has, or refused, what is wanted, and the server
// knows it.
func (s *soak) settle() error {
	start := time.Now()
	state := ""
	for time.Since(start) < 3*time.Minute {
		time.Sleep(200 * time.Millisecond)
		if state = s.unsettled(); state == "" {
			for _, a := range s.agents {
				a.confirm()
			}
			fmt.Printf("settled after %.1f s\n", time.Since(start).Seconds())
			return nil
		}
	}
	return fmt.Errorf("not settled after three minutes: %s", state)
}

func (s *soak) unsettled() string {
	for _, a := range s.agents {
		if !a.has(s.wanted) {
			return a.name + " has not got " + s.wanted
		}
	}
	failing := 0
	if strings.Contains(s.wanted, refused) {
		failing = s.refusers
	}
	for query, expected := range map[string]int{
		"":                                  len(s.agents),
		"&status=online":                    len(s.agents),
		"&status=online&configSync=in_sync": len(s.agents) - failing,
		"&status=online&configSync=failed":  failing,
	} {
		if found, err := s.server.count(query); err != nil || found != expected {
			return fmt.Sprintf("%d agents with «%s» instead of %d (%v)", found, query, expected, err)
		}
	}
	return ""
}

func (s *soak) report() {
	for name, times := range s.rounds {
		fmt.Printf("%4d × %s\n", times, name)
	}
	offers, errors := 0, map[string]int{}
	for _, a := range s.agents {
		offers += a.offers
		for name, times := range a.errors {
			errors[name] += times
		}
	}
	fmt.Printf("%d agents, %d changes, %d offers, error responses %v, %d violations\n",
		len(s.agents), s.changes, offers, errors, s.violation.Load())
}
