import { addresses } from 'tests/support/routes/whole-build'
import { expect, test } from 'vitest'
import { EXPORTS } from '~/areas/site/grid-sources'

test('the site map has the address of every file of a list, and no other below a page', () => {
  const inSiteMap = addresses().filter(({ file }) => file === 'areas/site/routes/export.ts')
  const inCatalogue = EXPORTS.flatMap((files) => Object.keys(files))
  expect(inSiteMap.map(({ path }) => path).sort()).toEqual(inCatalogue.map((path) => `/${path}`).sort())
})
