import { sweepSessions } from '~/domain/access/session-rows.server'
import { compactInvoiceTally } from '~/domain/invoices/compact-invoice-tally.server'
import { writeCheckpoint } from '~/domain/workflow/checkpoint.server'
import { sweepIdempotencyKeys } from '~/domain/workflow/once.server'
import type { Services } from './services'

const CHECKPOINT_MS = 60_000
const SWEEP_MS = 60 * 60_000

/**
 * What happens by the clock: a signed checkpoint of the audit chain each minute with new events, its hash in the log,
 * outside the database; and what nobody can use any more is removed. The answer ends it.
 */
export function keepTime({ doors, clock, settings, log }: Services): () => void {
  const checkpoint = async () => {
    try {
      const made = await writeCheckpoint(doors.transaction, settings.auditKey, clock())
      if (made) log.info({ checkpoint: made.hash, lastEventId: made.lastEventId }, 'audit checkpoint')
    } catch (err) {
      log.error({ err }, 'no audit checkpoint could be written')
    }
  }
  const sweep = async () => {
    try {
      await doors.transaction(async (tx) => {
        await sweepSessions(tx, clock())
        await sweepIdempotencyKeys(tx, clock())
      })
      await doors.transaction(compactInvoiceTally)
    } catch (err) {
      log.error({ err }, 'what nobody needs any more could not be removed')
    }
  }
  const timers = [setInterval(checkpoint, CHECKPOINT_MS), setInterval(sweep, SWEEP_MS)]
  for (const timer of timers) timer.unref()
  return () => timers.forEach(clearInterval)
}
