import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { queueChoices } from '~/areas/access/users.server'
import { isMemberlessQueue, PRODUCT_QUEUES } from '~/platform/workflow/kind-rules'

const site = await opened(testSite())

test("queue choices include the product's queues, even empty ones, and those of the site", async () => {
  await site.ownerSql`delete from user_queue`
  expect(await queueChoices(site.read)).toEqual(expect.arrayContaining([...PRODUCT_QUEUES]))
  await site.ownerSql`insert into user_queue select id, unnest(array['RISK', 'COMPLETED', 'SYSTEM', 'TEAM'])
    from app_user where user_name = 'auditor1'`
  const choices = await queueChoices(site.read)
  expect(choices).toContain('RISK')
  expect(choices.filter(isMemberlessQueue)).toEqual([])
  expect([...choices].sort()).toEqual(choices)
})

test("every queue in the product's workflows is listed, or cannot have members", async () => {
  const rows = await site.ownerSql<{ queue: string }[]>`
    select distinct queue from workflow_step, unnest(array[from_queue, to_queue, acting_queue]) as queue
    where queue is not null`
  const accepted = (queue: string) => PRODUCT_QUEUES.includes(queue) || isMemberlessQueue(queue)
  expect(rows.length).toBeGreaterThan(5)
  expect(rows.map(({ queue }) => queue).filter((queue) => !accepted(queue))).toEqual([])
})
