import { expect, it } from 'vitest'
import { scriptLimits, firstLoadOf } from '#scripts/bench/screens.ts'

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
  const { script, files } = firstLoadOf(screen)
  expect(script).toBeLessThanOrEqual(screen === 'TodayScreen' ? scriptLimits.today : scriptLimits.other)
  expect(files).toBeLessThanOrEqual(scriptLimits.files)
})
