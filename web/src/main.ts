import { mount } from "svelte";
import "../../src/spinney/drawing/theme.css";
import "./styles/fonts.css";
import "./styles/contrast.css";
import "./styles/base.css";
import "./styles/table.css";
import "./styles/sprite.css";
import App from "./App.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("the page has no place for the client");
mount(App, { target });
