import { useRef } from 'react'
import { toDo } from '#shared/rules/library.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { FileInput } from '../kit/FileInput.tsx'
import { FolderIcon, FormIcon, LinkIcon, ListIcon, UploadIcon } from '../kit/lucideIcons.ts'
import { Menu } from '../kit/Menu.tsx'
import { useWhyLimited } from '../shell/useWhyLimited.ts'
import type { LibraryDialog } from './ItemDialogs.tsx'
import type { Place } from './place.ts'
import english from './texts.en.json'
import { useLibraryUpload } from './useLibraryUpload.ts'

/** Menu of what can be added in this place. */
export function AddMenu({ place, open }: { place: Place; open: (opened: LibraryDialog) => void }) {
  const t = useTexts('academy', english)
  const input = useRef<HTMLInputElement>(null)
  const send = useLibraryUpload(place)
  const whyLimited = useWhyLimited(place.orgId)
  const add = (type: 'DIRECTORY' | 'LINK' | 'FORM' | typeof toDo) => () => open({ dialog: 'add', type })
  return (
    <>
      <Menu
        about={t('library')}
        opener={
          <Button kind="primary" disabledReason={whyLimited}>
            {t('add')}
          </Button>
        }
        items={[
          { label: t('upload'), icon: <UploadIcon size={20} />, run: () => input.current?.click() },
          { label: t('newFolder'), icon: <FolderIcon size={20} />, run: add('DIRECTORY') },
          { label: t('newLink'), icon: <LinkIcon size={20} />, run: add('LINK') },
          { label: t('newForm'), icon: <FormIcon size={20} />, run: add('FORM') },
          { label: t('newToDo'), icon: <ListIcon size={20} />, run: add(toDo) },
        ]}
      />
      <FileInput
        ref={input}
        multiple
        className="visually-hidden"
        tabIndex={-1}
        aria-label={t('upload')}
        choose={send}
      />
    </>
  )
}
