import { afterAll, afterEach, beforeEach, expect } from 'vitest'
import { takeEveryToken } from './call.ts'
import { watchCalls } from './killed.ts'
import { watchRoles } from './roles.ts'
import { takeCrossed, takeTouches } from './tenants.ts'

watchRoles()
watchCalls()
beforeEach(takeEveryToken)
afterEach(({ task }) => {
  task.meta.touches = takeTouches()
})
/** The walks over all routes, and the areas whose files have been looked at: each that is added here stays so. */
const held =
  /functions\/(every-route|rights|tenants|budgets|families|organization|privacy|session|staff|subscriptions|support|today)\b/
// What they ask for stays within the clubs of who asks; the report counts how often that was looked at.
afterAll(() => {
  const crossed = takeCrossed()
  if (held.test(expect.getState().testPath ?? '')) expect(crossed).toEqual([])
})
