import { readFileSync } from 'node:fs'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { DEMO_USERS } from '~/areas/access/demo-users'

const site = await opened(testSite())

test('the tour and the login page list the same demo users, and all of them', async () => {
  const tour = readFileSync('docs/tour.md', 'utf8')
  const [, section = ''] = tour.split('\n## Demo users\n')
  const table = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| '))
  const rows = table.slice(1).map((line) =>
    line
      .split('|')
      .slice(1, 3)
      .map((cell) => cell.trim()),
  )
  expect(rows).toEqual(DEMO_USERS.map((row) => [...row]))
  const stored = await site.ownerSql`select user_name from app_user order by user_name`
  const listed = DEMO_USERS.flatMap(([names]) => names.split(', ')).sort()
  expect(listed).toEqual(stored.map(({ user_name }) => user_name))
})
