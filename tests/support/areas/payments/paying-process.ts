import { createInterface } from 'node:readline'
import { connectDatabase } from 'db/database'
import { contextOf } from 'tests/support/context'
import { actorById } from '~/areas/access/actor-by-id.server'
import { makeRun } from '~/areas/payments/make-run.server'
import { registerAreas } from '~/http/server/register-areas'

/**
 * A process that makes payment runs for a treasurer: an input line has the invoice ids, an output line says that it begins,
 * and how it ended.
 */
const [url = '', userId = '', today = ''] = process.argv.slice(2)
const now = new Date(`${today}T09:00:00Z`)
registerAreas()
const database = connectDatabase({ url })
const actor = await actorById(contextOf({ read: database.read, now }), Number(userId))
if (!actor) throw new Error(`There is no user ${userId}`)
process.stdout.write('ready\n')
for await (const line of createInterface({ input: process.stdin })) {
  const run = { invoiceIds: JSON.parse(line) as number[], executionDate: today }
  process.stdout.write('begins\n')
  const ended = await database
    .transaction((tx) => makeRun(contextOf({ tx, actor, now, timeZone: 'Europe/Luxembourg' }), run))
    .then(
      () => 'made',
      (error: Error) => `refused ${error.message}`,
    )
  process.stdout.write(`${ended}\n`)
}
