import { PassThrough, Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { newPassword } from '~/commands/user'

/** A terminal where these pieces are typed, each after the previous one was read. */
function terminal(...pieces: string[]) {
  const modes: boolean[] = []
  const input = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (raw: boolean) => modes.push(raw),
  })
  const output = new PassThrough()
  const answer = newPassword(input, output, 'marie')
  const type = async () => {
    for (const piece of pieces) {
      await new Promise((next) => setImmediate(next))
      input.write(piece)
    }
  }
  return { answer, type, modes, shown: () => String(output.read() ?? '') }
}

test('the input is not shown, and must be typed twice', async () => {
  const { answer, type, modes, shown } = terminal('grün', 'e wiese\r', 'grüne wiese', '\r')
  await type()
  expect(await answer).toBe('grüne wiese')
  expect(shown()).toBe('New password of marie: \nRepeat the password: \n')
  expect(modes).toEqual([true, false, true, false])
})

test('backspace deletes the last character', async () => {
  const { answer, type } = terminal('abcx\u007fdefgh\r', 'abcdefgh\r')
  await type()
  expect(await answer).toBe('abcdefgh')
})

test('both lines pasted at once are accepted', async () => {
  const { answer, type } = terminal('pasted words\rpasted words\r')
  await type()
  expect(await answer).toBe('pasted words')
})

test('two different passwords change nothing', async () => {
  const { answer, type } = terminal('one password\r', 'another one\r')
  const refused = expect(answer).rejects.toMatchObject({ code: 'invalid' })
  await type()
  await refused
})

test('Ctrl-C cancels and restores the terminal', async () => {
  const { answer, type, modes } = terminal('half', '\u0003')
  const refused = expect(answer).rejects.toMatchObject({ code: 'refused', message: 'Nothing was changed.' })
  await type()
  await refused
  expect(modes).toEqual([true, false])
})

test('piped input loses one line end and nothing else', async () => {
  expect(await newPassword(Readable.from([Buffer.from('  spaced \r\n')]), new PassThrough(), 'marie')).toBe(
    '  spaced ',
  )
})

test('several piped lines are refused: such a password could not be typed', async () => {
  await expect(
    newPassword(Readable.from([Buffer.from('two lines\ntwo lines\n')]), new PassThrough(), 'marie'),
  ).rejects.toMatchObject({ code: 'invalid' })
})
