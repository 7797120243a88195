import { afterAll, beforeEach, expect } from 'vitest'
import { takeEveryToken } from './call.ts'
import { watchCalls } from './killed.ts'
import { watchRoles } from './roles.ts'
import { takeCrossed } from './tenants.ts'

watchRoles()
watchCalls()
beforeEach(takeEveryToken)
// Whatever a file of tests asks for stays within the clubs of who asks.
afterAll(() => expect(takeCrossed()).toEqual([]))
