import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type LineOptions, type Rank, waitingLine } from '~/http/server/waiting-line'

let now = 0
beforeEach(() => {
  now = 0
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

interface Given {
  rank?: Rank
  sender?: string | null
  elsewhere?: boolean
}

/** A line with one place, and a clock that the test advances. */
function testLine(options: LineOptions = {}) {
  const line = waitingLine({ places: 1, clock: () => now, ...options })
  const events: string[] = []
  return {
    line,
    events,
    enter: (name: string, { rank = 'page', sender = null, elsewhere = false }: Given = {}) =>
      line.enter({
        rank,
        sender,
        elsewhere: () => elsewhere,
        go: () => events.push(`${name} goes`),
        refuse: ({ because, seconds }) => events.push(`${name} refused for ${seconds} s by its ${because}`),
      }),
    pass(ms: number) {
      now += ms
      vi.advanceTimersByTime(ms)
    },
  }
}

/** A line that was full, with requests that left it in this interval. */
function atPace(ms: number, options: LineOptions = {}) {
  const tested = testLine({ slowMs: 60_000, ...options })
  const held = Array.from({ length: options.places ?? 1 }, (_, at) => tested.enter(`measured ${at}`))
  for (const leave of held) {
    tested.pass(ms)
    leave()
  }
  tested.events.length = 0
  return tested
}

test('with room to spare all requests proceed, however long the previous one took', () => {
  const { enter, pass, events } = testLine()
  for (const name of ['a', 'b', 'c']) {
    const leave = enter(name)
    pass(900)
    leave()
  }
  expect(events).toEqual(['a goes', 'b goes', 'c goes'])
})

test('waiting requests proceed by rank, then in order of arrival', () => {
  const { enter, events } = testLine()
  const leave = enter('first')
  const later = [
    enter('page 1'),
    enter('page 2'),
    enter('export', { rank: 'file' }),
    enter('page 3'),
    enter('step 1', { rank: 'step' }),
    enter('step 2', { rank: 'step' }),
  ]
  expect(events).toEqual(['first goes'])
  leave()
  for (const at of [4, 5, 0, 1, 3]) later[at]?.()
  expect(events.slice(1)).toEqual(
    ['step 1', 'step 2', 'page 1', 'page 2', 'page 3', 'export'].map((each) => `${each} goes`),
  )
})

test('of one rank, senders take turns', () => {
  const { enter, events } = testLine()
  const leave = enter('first')
  const later = [
    enter('a1', { sender: 'a' }),
    enter('a2', { sender: 'a' }),
    enter('a3', { sender: 'a' }),
    enter('b1', { sender: 'b' }),
    enter('b2', { sender: 'b' }),
    enter('nobody'),
  ]
  leave()
  for (const at of [0, 3, 5, 1, 4]) later[at]?.()
  expect(events.slice(1)).toEqual(['a1', 'b1', 'nobody', 'a2', 'b2', 'a3'].map((each) => `${each} goes`))
})

test('a step of a sender with many waiting pages takes no turn of the pages of others', () => {
  const { enter, events } = testLine()
  const leave = enter('first')
  const [a1] = ['a1', 'a2', 'a3'].map((name) => enter(name, { sender: 'a' }))
  const step = enter('step of a', { rank: 'step', sender: 'a' })
  leave()
  enter('b', { sender: 'b' })
  step()
  a1?.()
  expect(events.slice(1)).toEqual(['step of a goes', 'a1 goes', 'b goes'])
})

test('a sender has half of the places, and another takes the others at once', () => {
  const { enter, events } = testLine({ places: 8 })
  const leaves = Array.from({ length: 6 }, (_, at) => enter(`a${at}`, { sender: 'a' }))
  enter('b', { sender: 'b' })
  expect(events).toEqual(['a0', 'a1', 'a2', 'a3', 'b'].map((each) => `${each} goes`))
  leaves[0]?.()
  expect(events.at(-1)).toBe('a4 goes')
})

test('a sender with too many waiting requests is refused, and others are not', () => {
  const { enter, line, events } = testLine({ places: 2, ofSender: 1, waitingOfSender: 2 })
  for (const name of ['a1', 'a2', 'a3', 'a4']) enter(name, { sender: 'a' })
  enter('b', { sender: 'b' })
  expect(events).toEqual(['a1 goes', 'a4 refused for 2 s by its sender', 'b goes'])
  expect(line.refusal('step', 'a')).toEqual({ because: 'sender', seconds: 2 })
  expect(line.refusal('step', 'c')).toBeNull()
})

test('a request that would be answered too late at the current pace is refused at once, pages before steps', () => {
  const { enter, line, events } = atPace(900, { waitMs: 2_900 })
  enter('taken')
  enter('page 1')
  enter('page 2')
  expect(line.refusal('page', null)).toEqual({ because: 'process', seconds: 2 })
  enter('page 3')
  enter('step', { rank: 'step' })
  enter('page 4')
  expect(events).toEqual([
    'taken goes',
    'page 3 refused for 2 s by its process',
    'page 4 refused for 2 s by its process',
  ])
})

test('the pages of a sender with many waiting ones are refused sooner than those of others', () => {
  const { enter, events } = atPace(400, { waitMs: 1_700 })
  enter('taken')
  for (const name of ['a1', 'a2', 'a3', 'a4']) enter(name, { sender: 'a' })
  enter('b', { sender: 'b' })
  expect(events).toEqual(['taken goes', 'a4 refused for 2 s by its process'])
})

test('when the pace recovers, more may wait', () => {
  const { enter, pass, events } = testLine({ waitMs: 2_000 })
  for (const ms of [900, ...Array(30).fill(10)]) {
    const leave = enter('one')
    pass(ms)
    leave()
  }
  enter('taken')
  for (const name of 'abcdefghij') enter(name)
  expect(events.filter((each) => each.includes('refused'))).toEqual([])
})

test('the slower requests leave a full process, the fewer are at work', () => {
  const atWork = (ms: number) => {
    const { enter, line } = atPace(ms, { places: 8 })
    for (let count = 0; count < 8; count += 1) enter(`${count}`)
    return line.state().taken
  }
  expect([10, 50, 80, 100, 2_000].map(atWork)).toEqual([8, 8, 5, 4, 4])
})

test('the event loop delay counts too, and sets the retry time', () => {
  let delay = 0
  const { enter, events } = testLine({ waitMs: 4_500, loopDelay: () => delay })
  enter('taken')
  delay = 4_400
  enter('waits')
  delay = 12_300
  enter('page')
  delay = 600_000
  enter('another')
  expect(events).toEqual([
    'taken goes',
    'page refused for 8 s by its process',
    'another refused for 30 s by its process',
  ])
})

test('in a line that does not become empty, pages wait no longer than keeps the process at work', () => {
  const { enter, pass, events, line } = atPace(200)
  const leaves = ['taken', 'a', 'b', 'c'].map((name) => enter(name))
  // In a burst even a fourth may wait: its answer comes after a second.
  expect(line.refusal('page', null)).toBeNull()
  for (let at = 0; at < 7; at += 1) {
    pass(200)
    leaves[at]?.()
    leaves.push(enter(`later ${at}`))
  }
  expect(events.filter((each) => each.includes('refused'))).toEqual([
    'later 6 refused for 2 s by its process',
  ])
  expect(line.refusal('step', null)).toBeNull()
  for (const leave of leaves) leave()
  enter('again')
  for (const name of 'abc') enter(name)
  expect(line.refusal('page', null)).toBeNull()
})

test('a page whose turn comes too late for its answer is refused then, and a form goes', () => {
  const { enter, pass, events } = atPace(300)
  const leave = enter('taken')
  const step = enter('step', { rank: 'step' })
  enter('page')
  pass(1_000)
  leave()
  step()
  expect(events).toEqual(['taken goes', 'step goes', 'page refused for 2 s by its process'])
})

test('a request that waited the maximum is refused, whatever the estimate: a page sooner than a form', () => {
  const { enter, pass, events } = testLine({ slowMs: 60_000 })
  enter('taken')
  enter('step', { rank: 'step' })
  enter('page')
  pass(1_199)
  expect(events).toEqual(['taken goes'])
  pass(1)
  expect(events).toEqual(['taken goes', 'page refused for 2 s by its process'])
  pass(3_299)
  expect(events).toHaveLength(2)
  pass(1)
  expect(events.slice(2)).toEqual(['step refused for 2 s by its process'])
})

test('a request that waits for something else gives its place to the next, once', () => {
  const { enter, pass, events } = testLine({ waitMs: 60_000 })
  const slow = enter('slow', { elsewhere: true })
  enter('second')
  enter('third')
  pass(999)
  expect(events).toEqual(['slow goes'])
  pass(1)
  slow()
  expect(events).toEqual(['slow goes', 'second goes'])
})

test('a request being processed keeps its place, up to a limit', () => {
  const { enter, pass, events } = testLine({ waitMs: 60_000 })
  enter('works')
  enter('second')
  pass(4_999)
  expect(events).toEqual(['works goes'])
  pass(1)
  expect(events).toEqual(['works goes', 'second goes'])
})

test('a client that disconnects leaves the line', () => {
  const { enter, events, line } = testLine()
  const leave = enter('taken')
  const left = enter('left', { sender: 'a' })
  enter('stays', { sender: 'a' })
  left()
  expect(line.state()).toEqual({ taken: 1, waiting: { step: 0, page: 1, file: 0 } })
  leave()
  expect(events).toEqual(['taken goes', 'stays goes'])
})
