import { expect, test } from 'vitest'
import { visit } from '../../browser/browsing'

test('a page that is as expected at the second try', async () => {
  const page = await visit(null, '/login')
  await page.getByRole('button', { name: 'Log in' }).waitFor()
  expect(process.env.TEST_ATTEMPT).toBeDefined()
})
