import type { Page } from 'playwright'
import { beforeAll } from 'vitest'
import { type State, testStates } from '../support/browser/axe-states'
import { ownName } from '../support/browser/own-name'
import { newProcess } from '../support/browser/processes'

let made: Awaited<ReturnType<typeof newProcess>>
beforeAll(async () => {
  made = await newProcess(ownName('Looked at '))
})

const row = (more = '') => `/processes?expanded=${made.processDateId}&filter.process=Looked+at${more}`
const task = (at: number) => `/processes/${made.processDateId}/tasks/${made.taskIds[at]}`

const STATES: State[] = [
  ['tasks', 'operations1', () => row()],
  ['assigned', 'operations1', () => row(`&edit=${made.processDateId}`)],
  ['upload', 'operations1', () => `${task(0)}?upload=new`],
  ['step refused', 'operations1', () => task(1), refused],
  ['calendar', 'operations1', '/processes/calendar'],
]

testStates('processes and tasks', STATES, { refusals: [422], plain: ['tasks'] })

/** "Not applicable" needs a comment. */
async function refused(page: Page) {
  await page.getByRole('button', { name: 'Not applicable' }).click()
  await page.getByRole('alert').first().waitFor()
}
