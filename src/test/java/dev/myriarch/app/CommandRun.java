package dev.myriarch.app;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import picocli.CommandLine;

/** A command of myriarchd in this process, with what it printed. */
record CommandRun(int code, List<String> out, String err) {
    static CommandRun of(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine commandLine = Myriarchd.commandLine();
        commandLine.setOut(new PrintWriter(out, true));
        commandLine.setErr(new PrintWriter(err, true));
        int code = commandLine.execute(arguments);
        return new CommandRun(code, out.toString().lines().toList(), err.toString());
    }
}
