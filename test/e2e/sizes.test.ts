import { expect, it } from 'vitest'
import { mostScript, wayTo } from '#scripts/bench/screens.ts'

const screens = [
  'TodayScreen',
  'MonthScreen',
  'TeamScreen',
  'ChatScreen',
  'StorageScreen',
  'MyPaymentsScreen',
  'RegisterScreen',
  'EventScreen',
  'PaymentsScreen',
  'AcademyScreen',
  'AgreementsScreen',
]

// A part that is imported where it is seldom wanted is felt by everybody, and by nobody who tries it on a desk.
it.each(screens)('%s, which people open most, loads no more script than a phone has soon', (screen) => {
  const { script, files } = wayTo(screen)
  expect(script).toBeLessThanOrEqual(screen === 'TodayScreen' ? mostScript.today : mostScript.other)
  expect(files).toBeLessThanOrEqual(mostScript.files)
})
