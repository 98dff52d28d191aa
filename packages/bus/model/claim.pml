/*
 * Claim, lease, fence and end of one call, over every interleaving of workers that are slow, paused or killed.
 *
 * What is checked
 *   ends once          the call ends exactly once, whoever tries at the same time
 *   no stale write     a report lands only from the latest claim, or when no newer one could be overwritten
 *   no effect lost     what a tool did to the world is never called failed, and never done twice
 *   always reachable   what is claimed is settled or claimable again, and in the end everything is settled
 *
 * How it corresponds to the code (folders of packages/bus)
 *   atomic { ... }     one transaction of journal/commit.ts: journal/ledger.ts load() locks the row (SELECT ... FOR
 *                      UPDATE, BEGIN IMMEDIATE on SQLite), step() decides, flush() writes
 *   row variables      the columns and the state of one row of bus_execution (execution/state.ts)
 *   claim              journal/candidates.ts and execution/on-claimed.ts
 *   on_reported        execution/on-reported.ts, with settleLate() for what comes late
 *   attempt_ended      execution/attempt-ended.ts, with decide() of retry/decide.ts
 *   on_due             execution/on-due.ts, called by the sweep of timeout/alarm.ts in any number of processes
 *   end                execution/tell.ts end() and the index bus_conclusion_ends_once of journal/schema.ts
 *   Verifier           verification/monitor.ts, or a person by execution/on-settled.ts
 *
 * Left out: hand-back, cancellation, compensation, and what policies, routes and breakers add, which only narrows when
 * something runs; the order among calls; hints, which the journal does without.
 * Time is left open: a lease or a budget may run out at any moment, so nothing here rests on clocks, save one thing:
 * nobody asks what became of an attempt while its tool may still be at work (the monitor window is longer than an
 * attempt's limit and grace).
 *
 * Two broken variants show that the model can tell: -DNO_FENCE and -DNO_COMPARE_AND_SET must both be refuted.
 */

#define MAX_ATTEMPTS 3
#define MAX_CRASHES  2

mtype:phase = { READY, RUNNING, BACKING_OFF, UNKNOWN, ENDED };
mtype:status = { OPEN, SUCCEEDED, FAILED };
/* What an attempt says of itself: done; certainly without effect; perhaps with one. */
mtype:outcome = { OK, NONE, MAYBE };

/* The row. UNKNOWN stands for the phases monitoring and attention. */
mtype:phase phase = READY;
mtype:status status = OPEN;
byte fence = 0;
byte attempt = 0;
byte doubts = 0;      /* bit f: the attempt with fence f may have taken effect */
bool over = false;    /* deadlineAt has passed */
bool idempotent;      /* the other side honours the idempotency key */

/* The world, and what only an observer sees. */
byte effects = 0;
byte ends = 0;
byte tools_running = 0;
byte crashes = 0;
byte owner = 0;       /* who made the latest claim */

#ifdef NO_COMPARE_AND_SET
#define TRANSACTION               /* what was read may be old when it is written */
#else
#define TRANSACTION atomic
#endif

#ifdef NO_FENCE
#define IS_LATEST(f) true
#else
#define IS_LATEST(f) (f == fence)
#endif

#define DOUBT(f) (1 << (f))

inline end(with) {
  phase = ENDED;
  status = with;
  ends++;
  assert(ends == 1);                              /* ends once */
  assert(status == SUCCEEDED || effects == 0)     /* no effect lost */
}

/* The attempt under way is over. Sent again only when that is harmless. */
inline attempt_ended(outcome, retryable) {
  if
  :: outcome == OK -> end(SUCCEEDED)
  :: outcome != OK ->
    if
    :: outcome == MAYBE -> doubts = doubts | DOUBT(fence)
    :: else -> skip
    fi;
    if
    :: retryable && (outcome == NONE || idempotent) && attempt < MAX_ATTEMPTS && !over -> phase = BACKING_OFF
    :: else -> not_answered()
    fi
  fi
}

/* No further attempt: failed for certain, or unknown. */
inline not_answered() {
  if
  :: doubts == 0 -> end(FAILED)
  :: else -> phase = UNKNOWN
  fi
}

/* `seen` is the phase as it was read: in the true model nobody can change it before the write. */
inline on_reported(f, outcome, retryable) {
  TRANSACTION {
    seen = phase;
    if
    :: seen == RUNNING && IS_LATEST(f) ->
      assert(owner == _pid);                      /* no stale write */
      attempt_ended(outcome, retryable)
    :: seen == RUNNING && !IS_LATEST(f) && outcome == NONE -> doubts = doubts & ~DOUBT(f)
    :: seen == UNKNOWN && outcome == OK -> end(SUCCEEDED)
    :: seen == UNKNOWN && outcome == NONE ->
      doubts = doubts & ~DOUBT(f);
      if
      :: doubts == 0 -> end(FAILED)
      :: else -> skip
      fi
    :: (seen == READY || seen == BACKING_OFF) && outcome == OK && IS_LATEST(f) ->
      assert(owner == _pid);                      /* no stale write */
      end(SUCCEEDED)
    :: (seen == READY || seen == BACKING_OFF) && outcome == NONE -> doubts = doubts & ~DOUBT(f)
    :: else -> skip                               /* stale: kept for the record, moves nothing */
    fi
  }
}

/* A lease or a budget ran out, or a back-off is over. */
inline on_due() {
  TRANSACTION {
    seen = phase;
    if
    :: seen == RUNNING -> attempt_ended(MAYBE, true)
    :: seen == BACKING_OFF -> phase = READY
    :: seen == READY && over -> not_answered()
    :: else -> skip
    fi
  }
}

/* Fence and attempt grow before anything runs. */
inline claim() {
  atomic {
    phase == READY && !over ->
    fence++;
    attempt++;
    phase = RUNNING;
    owner = _pid;
    tools_running++;
    mine = fence
  }
}

/* The other side: with a key that it honours, a second call changes nothing. */
inline take_effect() {
  effects = (idempotent -> 1 : effects + 1);
  assert(effects == 1);                           /* never twice */
  assert(status != FAILED)                        /* no effect lost */
}

proctype Worker() {
  mtype:phase seen;
  mtype:outcome said;
  byte mine;
  do
  :: claim();
     if
     :: atomic { crashes < MAX_CRASHES -> crashes++; tools_running--; goto killed }
     :: atomic { said = NONE; tools_running-- }
     :: atomic { said = MAYBE; tools_running-- }
     :: atomic { take_effect(); said = MAYBE; tools_running-- }
     :: atomic { take_effect(); said = OK; tools_running-- }
     fi;
     if
     :: atomic { crashes < MAX_CRASHES -> crashes++; goto killed }
     :: on_reported(mine, said, true)
     :: on_reported(mine, said, false)
     fi;
     if                                           /* an answer that was lost makes it report again */
     :: on_reported(mine, said, true)
     :: skip
     fi;
killed:                                           /* and started again, as somebody new */
     atomic { mine = 0; said = 0; seen = 0 }
  :: phase == ENDED -> break
  od
}

proctype Sweeper() {
  mtype:phase seen;
  do
  :: phase == RUNNING || phase == BACKING_OFF || (phase == READY && over) -> on_due()
  :: !over -> over = true
  :: phase == ENDED -> break
  od
}

/* Finds out what became of an unknown outcome. */
proctype Verifier() {
  mtype:phase seen;
  do
  :: TRANSACTION {
       phase == UNKNOWN && tools_running == 0;
       seen = phase;
       if
       :: effects > 0 -> end(SUCCEEDED)
       :: else -> end(FAILED)
       fi
     }
  :: phase == ENDED -> break
  od
}

init {
  atomic {
    if
    :: idempotent = true
    :: idempotent = false
    fi;
    run Worker(); run Worker();
    run Sweeper();
    run Verifier()
  }
}

ltl claimed_is_settled_or_claimable { [] ((phase == RUNNING) -> <> (phase != RUNNING)) }
ltl settled_in_the_end { <> (phase == ENDED) }
ltl effect_is_told { [] ((effects > 0) -> <> (status == SUCCEEDED)) }
