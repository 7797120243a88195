import { act } from '@testing-library/react'
import { keepPicture } from '#web/early/keepPicture.ts'
import { pictured, pictureName } from '#web/early/picture.ts'
import { readPicture } from '#web/early/shownPicture.ts'

/** Somebody leaves what is shown, which has come at this address. What the device keeps of it, as markup; undefined when nothing. */
export function leaves({ container }: { container: HTMLElement }, address: string): string | undefined {
  container.id = 'root'
  if (!container.nextElementSibling) container.after(document.createElement('noscript'))
  history.replaceState(null, '', address)
  document.documentElement.dataset['drawn'] = address
  act(() => keepPicture('user-1', 'data of Today', new Date()))
  return readPicture(pictureName('user-1', pictured()))?.html
}
