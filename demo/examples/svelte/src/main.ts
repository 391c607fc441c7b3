import { mount } from 'svelte'
import RegisterToVote from './register-to-vote.svelte'

mount(RegisterToVote, { target: document.body })
