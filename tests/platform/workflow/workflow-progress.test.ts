import { expect, test } from 'vitest'
import type { Instance, Step } from '~/platform/workflow/types'
import { workflowProgress } from '~/platform/workflow/workflow-progress'

const step = (from: string, to: string, rest: Partial<Step> = {}): Step => {
  const [fromQueue = '', fromStatus = ''] = from.split('/')
  const [toQueue = '', toStatus = ''] = to.split('/')
  return {
    id: 1,
    name: to,
    display: to,
    fromQueue,
    fromStatus,
    toQueue,
    toStatus,
    toClass: 'pending',
    actingQueue: fromQueue,
    functionId: 'x',
    dateToDisplayId: null,
    commentRequired: false,
    opensRound: false,
    excludes: [],
    mark: null,
    condition: null,
    effect: null,
    ...rest,
  }
}

const STEPS = [
  step('A/NEW', 'A/RETURNED', { toClass: 'warning' }),
  step('A/NEW', 'B/SENT'),
  step('B/SENT', 'A/RETURNED', { toClass: 'warning' }),
  step('B/SENT', 'COMPLETED/DONE', { toClass: 'success' }),
  step('A/RETURNED', 'B/SENT'),
  step('COMPLETED/DONE', 'A/NEW', { opensRound: true }),
]

const at = (queue: string, status: string): Instance => ({
  objectId: 1,
  kind: 'nav',
  definitionId: 1,
  round: 2,
  lastEventId: 1,
  lastEventAt: new Date('2026-01-01T08:00:00Z'),
  queue,
  status,
  class: 'pending',
})

let minute = 0
const event = (place: string, whoName: string, rest: object = {}) => {
  const [queue = '', status = ''] = place.split('/')
  const event = { type: 'step' as const, round: 2, queue, status, class: 'pending' as const, whoName }
  return { ...event, at: new Date(Date.UTC(2026, 0, 1, 0, minute++)), ...rest }
}

test('the progress has the states of this round with their users, and those ahead', () => {
  const oldest = [
    event('B/SENT', 'of the round before', { round: 1 }),
    event('A/NEW', 'Ann'),
    event('B/SENT', 'Ann'),
    event('A/RETURNED', 'Ben'),
    event('A/RETURNED', 'only edited it', { type: 'act' }),
    event('B/SENT', 'Cem'),
  ]
  const way = workflowProgress(at('B', 'SENT'), STEPS, oldest.reverse())
  expect(way.passed.map(({ status, by }) => `${status} ${by}`)).toEqual([
    'NEW Ann',
    'RETURNED Ben',
    'SENT Cem',
  ])
  expect(way.ahead).toEqual([{ queue: 'COMPLETED', status: 'DONE' }])
})

test('nothing is ahead once the work is done, and a circular workflow ends', () => {
  expect(workflowProgress(at('COMPLETED', 'DONE'), STEPS, []).ahead).toEqual([])
  const circle = [step('A/NEW', 'B/SENT'), step('B/SENT', 'A/NEW')]
  expect(workflowProgress(at('A', 'NEW'), circle, []).ahead).toEqual([{ queue: 'B', status: 'SENT' }])
})
