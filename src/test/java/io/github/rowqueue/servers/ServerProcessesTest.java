package io.github.rowqueue.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server that does not start must say why in the failure itself: its log is deleted with its
 * folder, and on CI nobody could look at it anyway.
 */
@EnabledOnOs(OS.LINUX)
class ServerProcessesTest {
  private static final List<String> BROKEN = List.of("sh", "-c", "echo 'disk is full'; exit 3");

  @TempDir private Path folder;

  @Test
  void a_program_that_fails_is_quoted() {
    assertThatThrownBy(() -> ServerProcesses.run(BROKEN, Map.of(), folder.resolve("log")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("sh ended with code 3")
        .hasMessageContaining("disk is full");
  }

  @Test
  void a_server_that_ends_early_is_given_up_at_once_with_its_log() throws IOException {
    Path log = folder.resolve("log");
    Process process = ServerProcesses.start(BROKEN, Map.of(), log);

    assertThatThrownBy(
            () ->
                ServerProcesses.awaitReady(
                    process,
                    log,
                    () -> {
                      throw new IOException("connection refused");
                    }))
        .hasMessageContaining("the server ended with code 3")
        .hasMessageContaining("disk is full");
  }

  @Test
  void a_process_is_known_by_its_command_line() {
    long self = ProcessHandle.current().pid();

    assertThat(ServerProcesses.isRunning(self, "java")).isTrue();
    assertThat(ServerProcesses.isRunning(self, "/no/such/folder/")).isFalse();
  }
}
