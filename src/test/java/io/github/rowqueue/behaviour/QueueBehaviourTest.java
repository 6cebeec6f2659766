package io.github.rowqueue.behaviour;

import io.github.rowqueue.servers.OnDatabase;
import java.sql.SQLException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * The promises of a queue, kept on every database: one small class per database runs them all. The
 * tests share one database and one pair of tables, each in a group of its own.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
abstract class QueueBehaviourTest
    implements ClaimBehaviours,
        LeaseBehaviours,
        LostLeaseBehaviours,
        RowLockBehaviours,
        SettlementBehaviours,
        CapBehaviours,
        BatchBehaviours,
        DecodeBehaviours,
        WakeBehaviours,
        PublishIfAbsentBehaviours,
        PublishRowBehaviours,
        PublishWakeBehaviours,
        ConnectionOwnerBehaviours,
        NameBehaviours,
        ReplyBehaviours,
        ShutdownBehaviours,
        PoolBehaviours,
        StartBehaviours,
        ColumnTypeBehaviours,
        RowModeBehaviours,
        RowTypeBehaviours,
        RowColumnBehaviours,
        PartitionKeyBehaviours,
        PrefetchBehaviours,
        PartitionKeyWaitBehaviours,
        PartitionKeyListBehaviours,
        PartitionKeyTypeBehaviours,
        HeaderBehaviours,
        HeaderColumnBehaviours,
        HostileInputBehaviours,
        HostileTextBehaviours,
        AdvisoryBehaviours,
        AdvisoryKeyBehaviours,
        AdvisoryClaimBehaviours,
        AdvisoryHistoryBehaviours,
        OwnLockBehaviours,
        KeyOrderBehaviours,
        KeyHeadBehaviours,
        KeyLaneBehaviours,
        KeyTypeBehaviours,
        KeyRaceBehaviours,
        KeyCostBehaviours,
        FifoBehaviours,
        FifoGuardBehaviours,
        FifoOrderBehaviours,
        FifoPublishBehaviours,
        FifoRaceBehaviours,
        FifoCostBehaviours,
        LaneOrderBehaviours,
        AllGroupsBehaviours,
        AllGroupsWakeBehaviours,
        AllGroupsTurnBehaviours,
        AllGroupsIdleBehaviours,
        AllGroupsLifeBehaviours,
        ConcurrencyBehaviours,
        OwnStatementsBehaviours,
        TransactionBehaviours,
        TransactionGuardBehaviours,
        TransactionReplyBehaviours,
        TransactionEndBehaviours,
        TransactionLaneBehaviours,
        TransactionAdvisoryBehaviours {

  private QueueFixture queue;

  @BeforeAll
  void openDatabase() throws SQLException {
    queue = new QueueFixture(getClass().getAnnotation(OnDatabase.class).value(), 16);
    for (JobForm form : forms().toList()) {
      queue.createTable(form.rowClass());
    }
  }

  @AfterEach
  void stopWhatTheTestStarted() {
    queue.stopAll();
  }

  @AfterAll
  void dropDatabase() {
    queue.close();
  }

  @Override
  public QueueFixture queue() {
    return queue;
  }

  @Override
  public Stream<JobForm> forms() {
    return Stream.of(JobForm.values());
  }
}
