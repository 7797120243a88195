import { expect, it } from 'vitest'
import { browserIn, systemIn } from '#shared/rules/devices.ts'

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const chrome = `${webKit} Chrome/131.0.0.0`
// As published by the browser vendors.
it.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`, 'Chrome', 'Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/131.0.0.0`, 'Edge', 'Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 OPR/116.0.0.0`, 'Opera', 'Windows'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox', 'Windows'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${chrome} Safari/537.36`, 'Chrome', 'Mac'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    'Safari',
    'Mac',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari',
    'iPhone',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1',
    'Chrome',
    'iPhone',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/133.0 Mobile/15E148 Safari/605.1.15',
    'Firefox',
    'iPhone',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1.2 Mobile/15E148 Safari/604.1',
    'Safari',
    'iPad',
  ],
  [`Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`, 'Chrome', 'Android'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36 EdgA/131.0.0.0`, 'Edge', 'Android'],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${webKit} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet',
    'Android',
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome} Safari/537.36`, 'Chrome', 'ChromeOS'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox', 'Linux'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} HeadlessChrome/131.0.0.0 Safari/537.36`, 'Chrome', 'Linux'],
  ['Mozilla/5.0 (Linux; U; Android 4.0.3) AppleWebKit/534.30 (KHTML, like Gecko) Safari/534.30', '', 'Android'],
  ['curl/8.9.1', '', ''],
  ['', '', ''],
])('%s is %s on %s', (agent, browser, system) => expect([browserIn(agent), systemIn(agent)]).toEqual([browser, system]))
