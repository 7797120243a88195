import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { alphabet, partLength } from '#shared/ids.ts'

const source = readFileSync(new URL('../../infra/spa.js', import.meta.url), 'utf8')
type Handler = (event: { request: { uri: string } }) => { uri: string }
/** Runs the function as CloudFront does: the source defines `handler`, without any of Node's globals. */
const handler = runInNewContext(`${source}; handler`) as Handler
const answered = (uri: string) => handler({ request: { uri } }).uri

const id = (letters: string) => [...letters].map((letter) => letter + alphabet.slice(0, partLength)).join('.')

describe('an address of the app is rewritten to index.html', () => {
  test.each([
    '/',
    '/today',
    '/today/',
    '/login',
    `/${id('o')}/${id('ot')}/teams`,
    `/${id('o')}/teams/roster`,
    `/settings/${id('o')}/billing`,
    `/createteam/${id('o')}`,
    `/register/r/player/${id('op')}`,
    `/email-team/${id('ot')}`,
    `/dashboard/player/${id('op')}`,
    `/event/${id('ote')}`,
    `/invite/${id('otep')}`,
    '/academy/storage/organization/x/my.folder.of.fine-drills',
    '/assets/',
    '/..',
  ])('%s', (uri) => {
    expect(answered(uri)).toBe('/index.html')
  })
})

describe('the address of a file is kept', () => {
  test.each([
    '/index.html',
    '/config.json',
    '/favicon.ico',
    '/site.webmanifest',
    '/assets/index-BvT3xQ1a.js',
    '/assets/index-BvT3xQ1a.css',
    '/assets/missing.js',
    '/.well-known/security.txt',
    '/wp-login.php',
  ])('%s', (uri) => {
    expect(answered(uri)).toBe(uri)
  })
})

test('an id is too long to look like a file extension', () => {
  expect(partLength + 1).toBeGreaterThan(11)
})

test('the function fits CloudFront’s size limit', () => {
  expect(Buffer.byteLength(source)).toBeLessThan(10_240)
})
