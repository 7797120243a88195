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

// A static import of something rarely used slows down every first load, which is not noticed on a development machine.
it.each(screens)('%s loads within the limits of script size and number of files', (screen) => {
  const { script, files } = firstLoadOf(screen)
  expect(script).toBeLessThanOrEqual(screen === 'TodayScreen' ? scriptLimits.today : scriptLimits.other)
  expect(files).toBeLessThanOrEqual(scriptLimits.files)
})
