import { afterAll, afterEach, beforeEach, expect } from 'vitest'
import { db } from '#functions/table/database.ts'
import { takeEveryToken } from './call.ts'
import { watchCalls } from './killed.ts'
import { keepLogs, passLogs } from './logs.ts'
import { narrowAnswers } from './projections.ts'
import { watchRoles } from './roles.ts'
import { takeCrossed, takeTouches } from './tenants.ts'
import { askUnsigned } from './unsigned.ts'

askUnsigned(db)
narrowAnswers()
watchRoles()
watchCalls()
keepLogs()
beforeEach(takeEveryToken)
afterEach(({ task }) => {
  task.meta.touches = takeTouches()
  passLogs(task.result?.state === 'fail')
})
// What requests ask for stays within the clubs of who asks; the report counts how often that was looked at.
afterAll(() => expect(takeCrossed()).toEqual([]))
// Nor does a call of Stripe, an answer of what stands in for it or an event that it sends disagree with its contract.
afterAll(async () => expect(await (await fetch(`${process.env.STRIPE_ADDRESS}/_faults`)).json()).toEqual([]))
