import type { StorageType } from '#shared/rules/library.ts'
import { chunk } from '../chunk.ts'
import { useTexts } from '../i18n.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { FilePager } from './FilePager.tsx'
import type { Item, Place } from './place.ts'
import { Preview } from './Preview.tsx'
import english from './texts.en.json'

/** Which dialog of the library is open, and for which items. */
export type LibraryDialog =
  | { dialog: 'add'; type: Exclude<StorageType, 'FILE'> }
  | { dialog: 'edit' | 'share' | 'preview'; item: Item }
  | { dialog: 'move'; items: readonly Item[] }
  | { dialog: 'tags' }

type Props = {
  place: Place
  /** The reader does not run the club: what they add at the top level of the library belongs to them. */
  isOwned: boolean
  /** The items of the list, for stepping through them in the preview. */
  items: readonly Item[]
  opened: LibraryDialog | undefined
  open: (opened: LibraryDialog) => void
  close: () => void
  done: () => void
}

// Loaded on first use, so that browsing a library does not load them.
const AddForm = chunk(() => import('./ItemForms.tsx').then((forms) => forms.AddForm)).Component
const EditForm = chunk(() => import('./ItemForms.tsx').then((forms) => forms.EditForm)).Component
const MoveTo = chunk(() => import('./MoveTo.tsx').then(({ MoveTo }) => MoveTo)).Component
const Tags = chunk(() => import('./Tags.tsx').then(({ Tags }) => Tags)).Component
const ShareForm = chunk(() => import('./ShareForm.tsx').then((forms) => forms.ShareForm)).Component

export function ItemDialogs({ place, isOwned, items, opened, open, close, done }: Props) {
  const t = useTexts('academy', english)
  const title = () => {
    if (!opened) return ''
    if (opened.dialog === 'add') {
      const titles = { DIRECTORY: 'newFolder', LINK: 'newLink', FORM: 'newForm' } as const
      return t(opened.type in titles ? titles[opened.type as 'LINK'] : 'newToDo')
    }
    if (opened.dialog === 'move') return t('moveTo')
    if (opened.dialog === 'tags') return t('tags')
    if (opened.dialog === 'preview') return opened.item.name
    return t(opened.dialog === 'edit' ? 'editItem' : 'shareItem', { name: opened.item.name })
  }
  return (
    <Dialog
      opened={opened !== undefined}
      close={close}
      title={title()}
      shape={opened?.dialog === 'preview' ? 'page' : 'form'}
    >
      {opened?.dialog === 'add' && <AddForm place={place} isOwned={isOwned} type={opened.type} close={close} />}
      {opened?.dialog === 'edit' && <EditForm orgId={place.orgId} itemId={opened.item.id} close={close} />}
      {opened?.dialog === 'share' && <ShareForm {...{ isOwned, close }} orgId={place.orgId} item={opened.item} />}
      {opened?.dialog === 'tags' && <Tags orgId={place.orgId} />}
      {opened?.dialog === 'move' && (
        <MoveTo
          orgId={place.orgId}
          items={opened.items}
          close={(moved) => {
            if (moved) done()
            close()
          }}
        />
      )}
      {opened?.dialog === 'preview' && (
        <FilePager items={items} item={opened.item} show={(item) => open({ dialog: 'preview', item })}>
          <Preview key={opened.item.id} place={place} item={opened.item} />
        </FilePager>
      )}
    </Dialog>
  )
}
