import { expect, test } from 'vitest'
import { isGeneralPage } from '#web/walkthrough/isGeneralPage.ts'

const [orgId, teamId] = ['o0000000000a', 'o0000000000a.t0000000000a']

test.each([
  ['/today', true],
  [`/${orgId}/${teamId}/teams`, true],
  [`/${orgId}/${teamId}/calendar`, true],
  [`/${orgId}/${teamId}/chat`, true],
  [`/${orgId}/${teamId}/chat/${teamId}.c0000000000a`, false],
  [`/team/edit/${teamId}`, false],
  ['/join/i0000000000a', false],
  ['/recordings/o0000000000a.m0000000000a', false],
])('whether the tour may start at %s: %s', (pathname, may) => {
  expect(isGeneralPage(pathname)).toBe(may)
})
