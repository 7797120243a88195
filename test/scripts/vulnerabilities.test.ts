import { expect, test } from 'vitest'
import { readAccepted, unacceptedVulnerabilities } from '#scripts/deploy/vulnerabilities.ts'

const advisory = (name: string, severity: string, id: string, title: string) => ({
  source: 1_100_001,
  name,
  dependency: name,
  title,
  url: `https://github.com/advisories/${id}`,
  severity,
  cwe: ['CWE-1333'],
  cvss: { score: 7.5, vectorString: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H' },
  range: '<4.17.24',
})
/** In the format of npm 11: each vulnerable package, and each package affected by another one. */
const report = (severity: string, fixAvailable: unknown) =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: {
      slow: {
        name: 'slow',
        severity,
        isDirect: false,
        via: [advisory('slow', severity, 'GHSA-aaaa-bbbb-cccc', 'Slow patterns in slow')],
        effects: ['uses-slow'],
        range: '<4.17.24',
        nodes: ['node_modules/slow'],
        fixAvailable,
      },
      'uses-slow': {
        name: 'uses-slow',
        severity,
        isDirect: true,
        via: ['slow'],
        effects: [],
        range: '1.0.0 - 2.3.1',
        nodes: ['node_modules/uses-slow'],
        fixAvailable,
      },
    },
    metadata: {
      vulnerabilities: { info: 0, low: 0, moderate: 0, high: 2, critical: 0, total: 2 },
      dependencies: { prod: 120, dev: 300, optional: 8, peer: 0, peerOptional: 0, total: 420 },
    },
  })
const clean = JSON.stringify({
  auditReportVersion: 2,
  vulnerabilities: {},
  metadata: { vulnerabilities: { total: 0 } },
})
const unreachable = JSON.stringify({ message: '405 Method Not Allowed', error: { summary: '', detail: '' } })
const table = (fixed: string, until: string, why = 'Never reached: it reads our own texts alone.') =>
  `| advisory | package | fix since | why it stays | until |\n|---|---|---|---|---|\n| GHSA-aaaa-bbbb-cccc | slow | ${fixed} | ${why} | ${until} |\n`
const today = '2026-11-25'
const named = (severity: string) => `slow: Slow patterns in slow (${severity}, GHSA-aaaa-bbbb-cccc).`

test.each<[string, string, string, string[]]>([
  ['proceeds without vulnerabilities', clean, '', []],
  [
    'is rejected for a vulnerability with a fix',
    report('high', true),
    '',
    [`${named('high')} A fix is available: npm audit fix.`],
  ],
  [
    'is rejected for a vulnerability fixed by another version of a dependent package',
    report('low', { name: 'uses-slow', version: '3.0.0', isSemVerMajor: true }),
    '',
    [`${named('low')} A fix is available: npm audit fix.`],
  ],
  [
    'is rejected for a vulnerability without a fix',
    report('high', false),
    '',
    [`${named('high')} There is no fix: remove the package, or write why it stays, and until when.`],
  ],
  ['proceeds until the last day of an exception', report('high', false), table('none', '2026-11-25'), []],
  [
    'is rejected on the day after an exception ends',
    report('high', false),
    table('none', '2026-11-24'),
    [`${named('high')} It was accepted until 2026-11-24.`],
  ],
  [
    'is rejected once an accepted vulnerability has a fix',
    report('high', true),
    table('none', '2026-12-24'),
    [`${named('high')} It was accepted without a fix, and now there is one.`],
  ],
  [
    'is rejected when an exception states no reason',
    report('high', true),
    table('2026-11-20', '2026-11-27', ''),
    [`${named('high')} A fix is available: npm audit fix.`],
  ],
  [
    'proceeds with an exception of 3 days for a critical vulnerability',
    report('critical', true),
    table('2026-11-24', '2026-11-27'),
    [],
  ],
  [
    'is rejected with one of 4 days for a critical vulnerability',
    report('critical', true),
    table('2026-11-24', '2026-11-28'),
    [`${named('critical')} It was fixed on 2026-11-24, so it may only stay until 2026-11-27.`],
  ],
  [
    'proceeds with an exception of 7 days for a high vulnerability',
    report('high', true),
    table('2026-11-20', '2026-11-27'),
    [],
  ],
  [
    'is rejected with one of 8 days for a high vulnerability',
    report('high', true),
    table('2026-11-20', '2026-11-28'),
    [`${named('high')} It was fixed on 2026-11-20, so it may only stay until 2026-11-27.`],
  ],
  [
    'proceeds with an exception of 30 days for a moderate vulnerability',
    report('moderate', true),
    table('2026-11-20', '2026-12-20'),
    [],
  ],
  [
    'is rejected with one of 31 days for a moderate vulnerability',
    report('moderate', true),
    table('2026-11-20', '2026-12-21'),
    [`${named('moderate')} It was fixed on 2026-11-20, so it may only stay until 2026-12-20.`],
  ],
  [
    'proceeds with an exception of 90 days for a low vulnerability',
    report('low', true),
    table('2026-11-20', '2027-02-18'),
    [],
  ],
  ['is rejected when npm audit fails', unreachable, '', ['npm audit failed (405 Method Not Allowed).']],
  ['is rejected when npm audit returns no report', '', '', ['npm audit failed (no report).']],
])('a deployment %s', (_what, json, text, sentences) => {
  expect(unacceptedVulnerabilities(json, readAccepted(text), today)).toEqual(sentences)
})
