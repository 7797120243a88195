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
/** The walks over all routes, and what is asked of clubs as a whole. */
const held = /functions\/(every-route|rights|tenants|budgets|organization|privacy|staff|subscriptions|support)\b/
// What they ask for stays within the clubs of who asks; the report counts how often that was looked at.
afterAll(() => {
  const crossed = takeCrossed()
  if (held.test(expect.getState().testPath ?? '')) expect(crossed).toEqual([])
})
