import { judgedAmounts } from '~/areas/nav-errors/judged-amounts'
import type { WorkerPool } from '~/platform/threads/pool'
import { reportOf } from '../make-report'

/** The work that runs outside the main thread: plain functions by name, with plain data as arguments and results. */
export const jobs = {
  /** How wrong the NAVs of a case were, and who is owed what. */
  judgeCase: judgedAmounts,
  /** A report from its facts. */
  report: reportOf,
}

/** Threads that work cases of wrong NAVs and oversight reports out. */
export type OversightWorkers = WorkerPool<typeof jobs>

/** Why a case or a report was stopped. */
export const OVERSIGHT_ADVICE = 'Try again when fewer others are at work, or choose fewer dates.'
