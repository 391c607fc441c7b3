import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RegisterToVote } from './register-to-vote.tsx'

const root = document.getElementById('root')
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <RegisterToVote />
    </StrictMode>,
  )
