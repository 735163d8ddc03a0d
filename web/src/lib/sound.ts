import { settings } from "../settings/settings.svelte";

/** A few sounds, made on the spot: a card on felt, a wooden bell for one's own turn. */
let studio: AudioContext | null = null;

function open(): AudioContext | null {
  if (!settings.sound || typeof AudioContext === "undefined") return null;
  studio ??= new AudioContext();
  if (studio.state === "suspended") void studio.resume();
  return studio;
}

/** A card slides over the table: a short breath of filtered noise. */
export function slide(): void {
  const audio = open();
  if (!audio) return;
  const length = Math.floor(audio.sampleRate * 0.12);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 2;
  const noise = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: 1900, Q: 0.7 });
  const gain = new GainNode(audio, { gain: 0.16 });
  noise.connect(filter).connect(gain).connect(audio.destination);
  noise.start();
}

/** Two notes of a marimba: it is your turn. */
export function bell(): void {
  const audio = open();
  if (!audio) return;
  [523.25, 783.99].forEach((frequency, i) => {
    const from = audio.currentTime + i * 0.14;
    const tone = new OscillatorNode(audio, { type: "sine", frequency });
    const gain = new GainNode(audio, { gain: 0 });
    gain.gain.setValueAtTime(0.0001, from);
    gain.gain.exponentialRampToValueAtTime(0.18, from + 0.01);
    gain.gain.exponentialRampToValueAtTime(0.0001, from + 0.7);
    tone.connect(gain).connect(audio.destination);
    tone.start(from);
    tone.stop(from + 0.75);
  });
}
