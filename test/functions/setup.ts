import { afterAll, afterEach, beforeEach, expect } from 'vitest'
import { takeEveryToken } from './call.ts'
import { watchCalls } from './killed.ts'
import { watchRoles } from './roles.ts'
import { takeCrossed, takeTouches } from './tenants.ts'

watchRoles()
watchCalls()
beforeEach(takeEveryToken)
// Whatever a file of tests asks for stays within the clubs of who asks; the report counts how often that was looked at.
afterEach(({ task }) => {
  task.meta.touches = takeTouches()
})
afterAll(() => expect(takeCrossed()).toEqual([]))
