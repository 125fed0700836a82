import { expect, test } from 'vitest'
import { objectInPath } from '~/platform/page/object-in-path'

test.each([
  ['/nav-controls/1012', 1012],
  ['/production/1012/checks', 1012],
  ['/drafts/1013/edit', 1013],
  ['/drafts/invoices/1014', 1014],
  ['/invoices/1014/consultation/2', 1014],
  ['/payments/1015', 1015],
  ['/processes/7/tasks/1016', 1016],
  ['/nav-controls', null],
  ['/drafts/new', null],
  ['/invoices/prepaid', null],
  ['/processes/7', null],
  ['/replay/3', null],
  ['/admin/users/5', null],
])('the object of %s is %j', (path, id) => {
  expect(objectInPath(path)).toBe(id)
})
