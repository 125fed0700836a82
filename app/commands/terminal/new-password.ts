import type { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { DomainError } from '~/platform/values/domain-error'

type Input = Readable & { isTTY?: boolean; setRawMode?: (raw: boolean) => unknown }

/**
 * A new password: typed twice without echo at a terminal, or everything that was piped in, without one final line end.
 * @throws DomainError invalid when the two differ, refused when the user gave up
 */
export async function newPassword(input: Input, output: Writable, userName: string): Promise<string> {
  if (!input.isTTY) return (await text(input)).replace(/\r?\n$/, '')
  const ahead: string[] = []
  const first = await hidden(input, output, `New password of ${userName}: `, ahead)
  const second = await hidden(input, output, 'Repeat the password: ', ahead)
  if (first !== second) throw new DomainError('invalid', 'The two passwords differ; nothing was changed.')
  return first
}

const ENTER = new Set(['\r', '\n', '\u0004'])
const BACK = new Set(['\b', '\u007f'])
const GIVE_UP = '\u0003'

/** One line of a terminal, not shown. `ahead` keeps text typed or pasted after the line's end. */
function hidden(input: Input, output: Writable, question: string, ahead: string[]): Promise<string> {
  output.write(question)
  input.setRawMode?.(true)
  return new Promise((resolve, reject) => {
    const decoder = new TextDecoder()
    const typed: string[] = []
    const end = () => {
      input.off('data', take)
      input.setRawMode?.(false)
      input.pause()
      output.write('\n')
    }
    const work = () => {
      for (let sign = ahead.shift(); sign !== undefined; sign = ahead.shift()) {
        if (sign === GIVE_UP || ENTER.has(sign)) {
          end()
          if (sign === GIVE_UP) reject(new DomainError('refused', 'Nothing was changed.'))
          else resolve(typed.join(''))
          return
        }
        if (BACK.has(sign)) typed.pop()
        else typed.push(sign)
      }
    }
    const take = (bytes: Buffer) => {
      ahead.push(...decoder.decode(bytes, { stream: true }))
      work()
    }
    input.on('data', take)
    input.resume()
    work()
  })
}
