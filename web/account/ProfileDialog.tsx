import '@mantine/core/styles/Modal.css'
import { Modal } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../i18n.ts'
import { DialogHead, useDrawnOpen } from '../kit/Dialog.tsx'
import { Kit } from '../kit/Kit.tsx'
import { ProfilePage } from './ProfilePage.tsx'
import styles from './Profile.module.css'
import texts from './texts.en.json'

/** My Profile over the whole screen, from the account menu. */
export function ProfileDialog({ opened, close }: { opened: boolean; close: () => void }) {
  const t = useTexts('account', texts)
  // Outlives a slip on Escape.
  const typing = useState({})
  const shown = useDrawnOpen(opened)
  return (
    <Kit>
      <Modal.Root
        opened={shown}
        onClose={close}
        fullScreen
        lockScroll={false}
        transitionProps={{ duration: 150 }}
        // Above the page, and below the messages that tell whether it was saved.
        zIndex={25}
        classNames={{ content: styles.dialog }}
      >
        <Modal.Content>
          <DialogHead of={Modal} title={t('myProfile')} closeLabel={t('close')} />
          <Modal.Body className={styles.body}>
            <ProfilePage typing={typing} />
          </Modal.Body>
        </Modal.Content>
      </Modal.Root>
    </Kit>
  )
}
