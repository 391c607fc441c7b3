import { createApp } from 'vue'
import RegisterToVote from './register-to-vote.vue'

createApp(RegisterToVote).mount('#app')
