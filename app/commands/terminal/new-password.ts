import type { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { DomainError } from '~/domain/values/domain-error'

type Input = Readable & { isTTY?: boolean; setRawMode?: (raw: boolean) => unknown }

/**
 * A new password: typed twice without echo at a terminal, or everything that was piped in, less one line end.
 * @throws DomainError invalid when the two differ, refused when the person gave up
 */
export async function newPassword(input: Input, output: Writable, userName: string): Promise<string> {
  if (!input.isTTY) return (await text(input)).replace(/\r?\n$/, '')
  const first = await hidden(input, output, `New password of ${userName}: `)
  const second = await hidden(input, output, 'The same again: ')
  if (first !== second) throw new DomainError('invalid', 'The two passwords differ; nothing was changed.')
  return first
}

const ENTER = new Set(['\r', '\n', '\u0004'])
const BACK = new Set(['\b', '\u007f'])
const GIVE_UP = '\u0003'

/** One line of a terminal, not shown. */
function hidden(input: Input, output: Writable, question: string): Promise<string> {
  output.write(question)
  input.setRawMode?.(true)
  input.resume()
  return new Promise((resolve, reject) => {
    const decoder = new TextDecoder()
    let typed: string[] = []
    const end = () => {
      input.off('data', take)
      input.setRawMode?.(false)
      input.pause()
      output.write('\n')
    }
    const take = (bytes: Buffer) => {
      for (const sign of decoder.decode(bytes, { stream: true })) {
        if (sign === GIVE_UP) {
          end()
          reject(new DomainError('refused', 'Nothing was changed.'))
          return
        }
        if (ENTER.has(sign)) {
          end()
          resolve(typed.join(''))
          return
        }
        if (BACK.has(sign)) typed = typed.slice(0, -1)
        else typed.push(sign)
      }
    }
    input.on('data', take)
  })
}
