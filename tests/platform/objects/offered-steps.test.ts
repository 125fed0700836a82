import { expect, test } from 'vitest'
import { offeredSteps } from '~/platform/objects/take-step.server'
import type { Step, StepTaker } from '~/platform/workflow/types'

const APPROVE: Step = {
  id: 1,
  name: 'approve',
  display: 'Approve',
  fromQueue: 'MANAGER',
  fromStatus: 'SUBMITTED',
  toQueue: 'SENDING',
  toStatus: 'APPROVED',
  toClass: 'success',
  actingQueue: 'MANAGER',
  functionId: 'navctrl',
  dateToDisplayId: null,
  commentRequired: false,
  opensRound: false,
  excludes: ['maker'],
  mark: 'approver',
  condition: null,
  effect: null,
}

interface Holder {
  queues: string[]
  mayUpdate: boolean
}

/** A user with these rights, who acts for another with those. */
function taker(own: Holder, absent?: Holder): StepTaker {
  const people = [own, ...(absent ? [absent] : [])]
  const capacity = ({ queues, mayUpdate }: Holder, at: number) => ({
    actsFor: at === 0 ? null : { id: 2, fullName: 'Edith Kremer' },
    queues,
    mayUpdate: () => mayUpdate,
  })
  return {
    id: 1,
    fullName: 'Claire Weyland',
    queues: people.flatMap(({ queues }) => queues),
    mayUpdate: () => people.some(({ mayUpdate }) => mayUpdate),
    capacities: people.map(capacity),
    oneWith: absent ? [{ id: 2, fullName: 'Edith Kremer', isAway: true }] : [],
    heldBack: () => null,
  }
}

/** "offered", the reason for which it is withheld, or null where it is not spoken of. */
function answer(who: StepTaker, makers: number[] = []): string | null {
  const instance = { queue: 'MANAGER', status: 'SUBMITTED' } as Parameters<typeof offeredSteps>[1]
  const { offered, withheld } = offeredSteps([APPROVE], instance, who, { maker: new Set(makers) })
  return offered.length > 0 ? 'offered' : (withheld[0]?.reason ?? null)
}

const both = { queues: ['MANAGER'], mayUpdate: true }
const onlyQueue = { queues: ['MANAGER'], mayUpdate: false }
const onlyPermission = { queues: ['ACCOUNTANT'], mayUpdate: true }

test('a step needs its queue and the permission of its page', () => {
  expect(answer(taker(both))).toBe('offered')
  expect(answer(taker(onlyPermission))).toBeNull()
  expect(answer(taker(onlyQueue))).toBe(
    'You need the update permission for this page to take “Approve”. Ask an administrator.',
  )
})

test('the queue of a substitute and the permission of the person who is away do not make one person', () => {
  const apart = '“Approve” needs one person with the queue MANAGER and the update permission for this page.'
  expect(answer(taker(onlyQueue, onlyPermission))).toBe(apart)
  expect(answer(taker(onlyPermission, onlyQueue))).toBe(apart)
  expect(answer(taker(onlyPermission, both))).toBe('offered')
})

test('neither the maker nor who acts for the maker is the second pair of eyes', () => {
  expect(answer(taker(both), [1])).toMatch(/needs another person: you prepared it yourself in this round/)
  expect(answer(taker(both, onlyPermission), [2])).toMatch(
    /needs another person: Edith Kremer, whom you substitute, prepared it/,
  )
  expect(answer(taker(both), [3])).toBe('offered')
})
