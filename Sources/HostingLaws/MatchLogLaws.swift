import Hosting
