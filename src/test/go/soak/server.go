package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// server is myriarchd dev as a child process.
type server struct {
	command []string
	process *exec.Cmd
	url     string
	api     string
	token   string
	ended   chan struct{}
}

// start waits until the server is ready.
func (s *server) start() error {
	listen := "127.0.0.1:0"
	if s.url != "" {
		listen = strings.TrimPrefix(s.url, "http://")
	}
	s.process = exec.Command(s.command[0], append(append([]string{}, s.command[1:]...), "--listen", listen)...)
	s.process.Stderr = os.Stderr
	output, err := s.process.StdoutPipe()
	if err != nil {
		return err
	}
	if err := s.process.Start(); err != nil {
		return err
	}
	ready := make(chan bool, 1)
	s.ended = make(chan struct{})
	go s.read(output, ready)
	select {
	case ok := <-ready:
		if !ok {
			return fmt.Errorf("the server ended before it was ready")
		}
		return nil
	case <-time.After(2 * time.Minute):
		return fmt.Errorf("the server is not ready after two minutes")
	}
}

func (s *server) read(output io.Reader, ready chan<- bool) {
	lines := bufio.NewScanner(output)
	for lines.Scan() {
		key, value, _ := strings.Cut(lines.Text(), ": ")
		switch {
		case key == "url":
			s.url = strings.TrimSuffix(value, "/")
		case key == "api token":
			s.api = value
		case key == "enrollment token":
			s.token = value
		case strings.HasPrefix(key, "ready in "):
			ready <- true
		}
	}
	_ = s.process.Wait()
	close(s.ended)
	select {
	case ready <- false:
	default:
	}
}

// stop ends the server with a signal and waits until it is gone.
func (s *server) stop(signal syscall.Signal) error {
	if err := s.process.Process.Signal(signal); err != nil {
		return err
	}
	select {
	case <-s.ended:
		return nil
	case <-time.After(time.Minute):
		_ = s.process.Process.Kill()
		return fmt.Errorf("the server did not stop within a minute")
	}
}

// count asks how many agents there are with the query, such as &status=online.
func (s *server) count(query string) (int, error) {
	request, err := http.NewRequest("GET", s.url+"/api/v1/agents?pageSize=1"+query, nil)
	if err != nil {
		return 0, err
	}
	request.Header.Set("Authorization", "Bearer "+s.api)
	client := http.Client{Timeout: 10 * time.Second}
	response, err := client.Do(request)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	var answer struct{ Total int }
	if response.StatusCode != 200 {
		return 0, fmt.Errorf("the API answered %d", response.StatusCode)
	}
	return answer.Total, json.NewDecoder(response.Body).Decode(&answer)
}
