import { contentStore } from '~/platform/files/content-store.server'
import { faultyContents, moveContents } from '~/platform/files/move-contents.server'
import { showBytes } from '~/platform/values/show'
import { answer, type CommandContext, complain, DONE, onSite, REFUSED, WRONG_USE } from './site'

const USE = [
  'Use: npm run documents -- move',
  '     npm run documents -- back',
  '     npm run documents -- check',
]

/**
 * `npm run documents -- move` moves the contents of documents from the database to the store in DOCUMENTS_URL, `back`
 * returns them to the database, and `check` reads each one and compares it with its SHA-256.
 */
export default async function documents(args: string[], context: CommandContext): Promise<number> {
  const [verb, ...more] = args
  if (more.length === 0 && (verb === 'move' || verb === 'back'))
    return onSite(context, async ({ database }) => {
      const store = contentStore()
      if (!store) {
        complain('Set DOCUMENTS_URL to the store first, such as s3://fundesk-documents.')
        return REFUSED
      }
      const { contents, bytes } = await moveContents(
        { ...database, store },
        verb === 'move' ? 'store' : 'database',
        (moved) => {
          if (moved.contents % 1_000 === 0)
            context.say(`${moved.contents} contents, ${showBytes(moved.bytes)}…`)
        },
      )
      const to = verb === 'move' ? store.address : 'the database'
      answer(`Moved to ${to}: ${contents} contents, ${showBytes(bytes)}.`)
      return DONE
    })
  if (verb === 'check' && more.length === 0)
    return onSite(context, async ({ database }) => {
      const faults = faultyContents(database.read)
      let next = await faults.next()
      let faulty = 0
      for (; !next.done; next = await faults.next()) {
        complain(`${next.value}.`)
        faulty += 1
      }
      if (faulty > 0) return REFUSED
      answer(`All ${next.value} contents are whole.`)
      return DONE
    })
  for (const line of USE) complain(line)
  return WRONG_USE
}
