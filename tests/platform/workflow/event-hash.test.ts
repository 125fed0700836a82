import { expect, test } from 'vitest'
import { chained, eventHash } from '~/platform/workflow/event-hash'

const at = new Date('2026-11-02T08:00:00Z')
const who = { id: 7, fullName: 'Ann Bo' }
const head = { seq: 4, hash: 'ab'.repeat(32) }
const draft = { kind: 'draft', objectId: 1012, round: 2, queue: 'TEAM LEADER', status: 'TO CHECK' }

test('a step is stored with the places before and after it, and follows the head of its chain', () => {
  const { hash, previousHash, ...content } = chained(
    draft,
    {
      type: 'step',
      name: 'return',
      stepId: 31,
      to: { queue: 'ACCOUNTING', status: 'RETURNED', class: 'warning' },
      who,
      log: 'Wrong\0 date',
      data: { revision: 3 },
      now: at,
      opensRound: true,
    },
    head,
  )
  expect(content).toEqual({
    objectKind: 'draft',
    objectId: 1012,
    seq: 5,
    round: 3,
    type: 'step',
    name: 'return',
    stepId: 31,
    at,
    userId: 7,
    whoName: 'Ann Bo',
    fromQueue: 'TEAM LEADER',
    fromStatus: 'TO CHECK',
    queue: 'ACCOUNTING',
    status: 'RETURNED',
    class: 'warning',
    log: 'Wrong\uFFFD date',
    data: { revision: 3 },
  })
  expect(previousHash).toBe(head.hash)
  expect(hash).toBe(eventHash(content, head.hash))
  // Stored chains are verified for years: this value may never change.
  expect(hash).toBe('66cd7dce3eaf13493e85124c677e69db5abda0a0ca9e71d1fcf3606be25d8d31')
})

test('the first event of a subject without workflow, by SYSTEM, comes from no place', () => {
  const { hash, previousHash, ...content } = chained(
    { kind: 'user', objectId: 100_000_007, round: 1 },
    {
      type: 'act',
      name: 'set password',
      to: { queue: 'ADMINISTRATION', status: 'PASSWORD SET', class: 'success' },
      who: null,
      log: '',
      now: at,
    },
  )
  expect(content).toMatchObject({
    seq: 1,
    round: 1,
    stepId: null,
    userId: null,
    whoName: 'SYSTEM',
    fromQueue: null,
    fromStatus: null,
    data: {},
  })
  expect(previousHash).toBe('')
  expect(hash).toBe('0fcbdbfe78994c512a19d936a8d70dc5d5e1a95881a7757d423731320bffc0fa')
})
